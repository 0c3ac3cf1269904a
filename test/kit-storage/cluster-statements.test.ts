// Where a Citus cluster runs each statement of the stores: docs/scaling.md.
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { services } from '../../services/all.ts';
import { citusUrl } from '../kit/citus.ts';
import { testDatabase } from '../kit/database.ts';
import { templateOf } from '../kit/doors.ts';
import { type Verdict, verdictOn } from './cluster-verdict.ts';
import { isAsCalled, schemaOf, storeFiles } from './store-files.ts';
import { workOf } from './store-statements.ts';

const absence = citusUrl ? '' : ' (skipped: CITUS_URL is not set)';

/** Statements that do not run as they should yet. These numbers may shrink, and not grow. */
const most = { refused: 22, 'several workers': 126 };

describe.skipIf(!citusUrl)(`on a cluster${absence}`, () => {
  test('most statements run on one worker, or on the coordinator', async () => {
    const client = new Client({ connectionString: await testDatabase(await templateOf(services)) });
    await client.connect();
    onTestFinished(() => client.end());
    const found: { verdict: Verdict; at: string }[] = [];

    for (const file of storeFiles) {
      await client.query(`set search_path = ${schemaOf(file)}`);
      for (const statement of (await workOf(file)).statements.filter(isAsCalled)) {
        const verdict = await verdictOn(client, statement.sql);
        if (verdict) found.push({ verdict, at: `${verdict}: ${file} ${[...statement.by].join(', ')}` });
      }
    }

    const of = (verdict: Verdict) => found.filter((one) => one.verdict === verdict).map(({ at }) => at);
    const [refused, several] = [of('refused'), of('several workers')];
    const [one, here] = [of('one worker').length, of('coordinator').length];
    console.info(
      `Of ${found.length} statements, one worker runs ${one}, the coordinator ${here}, several workers ${several.length}.`,
    );
    expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(most.refused);
    expect(several.length, several.join('\n')).toBeLessThanOrEqual(most['several workers']);
    expect(one).toBeGreaterThan(300);
  });
});
