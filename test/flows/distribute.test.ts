// `tools/distribute.ts`, run as by an operator: on a plain PostgreSQL, and on the cluster of CITUS_URL.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { services } from '../../services/all.ts';
import { citusUrl } from '../kit/citus.ts';
import { emptyCluster, testDatabase } from '../kit/database.ts';
import { templateOf } from '../kit/doors.ts';
import { startProcess } from '../kit/launch.ts';

const tool = join(import.meta.dirname, '../../tools/distribute.ts');

function distribute(url: string, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...options], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe.skipIf(citusUrl)('on a plain PostgreSQL', () => {
  test('it prints the plan, says that there is no cluster, and fails', async () => {
    const { status, stdout, stderr } = distribute(await testDatabase(await templateOf(services)), '--services=platform');

    expect(status, stderr).toBe(1);
    expect(stdout, stderr).toContain('  invitation_code  distribute by code: directory of codes of invitations');
    expect(stderr).toContain('does not have the extension citus');
  });
});

const absence = citusUrl ? '' : ' (skipped: CITUS_URL is not set)';

describe.skipIf(!citusUrl)(`on a cluster${absence}`, () => {
  test('tables with rows are distributed once, and keep their rows', async () => {
    const url = await emptyCluster();
    const first = await startProcess({ env: { DATABASE_URL: url } });
    const inUse = distribute(url);
    await first.end();

    const planned = distribute(url, '--plan');
    const done = distribute(url);
    const again = distribute(url);

    expect([inUse.status, inUse.stderr]).toEqual([1, expect.stringContaining('processes of the platform use it. Stop them.')]);
    expect([planned.status, done.status, again.status], done.stderr).toEqual([0, 0, 0]);
    expect(planned.stdout).toContain('distribute by platform_id');
    expect(again.stdout).not.toContain('distribute by');
    expect(await countsIn(url)).toEqual({ platforms: 1, left: '0', groups: 1 });
  });
});

/** Of platforms, of bytes that the coordinator still has of them, and of groups of tables by platform. */
async function countsIn(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(
    `select (select count(*)::int from platform.platform) as platforms, pg_relation_size('platform.platform') as left,
      (select count(distinct colocationid)::int from pg_dist_partition where column_to_column_name(logicalrelid, partkey) = 'platform_id')
        as groups`,
  );
  return rows[0];
}
