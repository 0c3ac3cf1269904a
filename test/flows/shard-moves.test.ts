// The rows of a platform move from one worker of a Citus cluster to another under a load of payments.
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { accounts } from '../../services/accounts/service.ts';
import { silent } from '../../services/kit/core/log.ts';
import { openDatabase } from '../../services/kit/storage/database.ts';
import { kitMigrations } from '../../services/kit/storage/kit-migrations.ts';
import { asTester, citusUrl } from '../kit/citus.ts';
import { eventually } from '../kit/payments.ts';
import { type Load, payDuring } from './failover-load.ts';
import { flowDatabase } from './flow-database.ts';

const absence = citusUrl ? '' : ' (skipped: CITUS_URL is not set)';
/** `SHARD_MOVES=10` for the long form. */
const moves = Number(process.env.SHARD_MOVES ?? 2);

describe.skipIf(!citusUrl)(`on a cluster${absence}`, () => {
  test(`a platform moves ${moves} times, and the rebalancer runs, under a load of payments`, {
    timeout: 600_000 + moves * 120_000,
  }, async () => {
    const url = await flowDatabase();
    const client = new Client({ connectionString: asTester(url) });
    await client.connect();
    const places: string[] = [];

    const paid = await payDuring(url, async (load) => {
      for (let count = 0; count < moves; count += 1) places.push(await move(client, load));
      await load.more(20);
      await client.query(`select citus_rebalance_start(rebalance_strategy := 'by_shard_count')`);
      await client.query('select citus_rebalance_wait()');
      await load.more(20);
      return url;
    });

    await client.end();
    console.log(`${paid} payments; the platform moved to ${places.join(', ')}.`);
    expect(new Set(places).size).toBe(Math.min(moves, 2));
  });

  test('a move waits for a transaction that has only locked rows', { timeout: 600_000 }, async () => {
    const url = await flowDatabase();
    const [mover, watcher] = [new Client({ connectionString: asTester(url) }), new Client({ connectionString: asTester(url) })];
    await Promise.all([mover.connect(), watcher.connect()]);
    const migrations = [...kitMigrations, ...accounts.migrations];
    const database = await openDatabase({ url, schema: 'accounts', entities: [], migrations, log: silent });
    const { rows } = await watcher.query<{ id: string }>('select platform_id as id from platform.platform limit 1');
    const { text, values } = await moveOf(watcher, rows[0]?.id);
    const blocked = async () =>
      (await watcher.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount;

    const moved = await database.transaction(async (tx) => {
      await tx.query(sql`select id from balance where platform_id = ${rows[0]?.id} for update`);
      const moving = mover.query(`${text.slice(0, -1)}, 'block_writes')`, values);
      await eventually(blocked, (count) => count === 1);
      return { moving };
    });

    expect((await moved.moving).rowCount).toBe(1);
    await Promise.all([mover.end(), watcher.end(), database.close()]);
  });
});

/** Moves the busiest platform. Returns where it is now. */
async function move(client: Client, load: Load): Promise<string> {
  await load.more(20);
  const { rows: platforms } = await client.query<{ id: string }>(
    'select platform_id as id from accounts.balance group by platform_id order by count(*) desc limit 1',
  );
  const { text, values, place } = await moveOf(client, platforms[0]?.id);
  await client.query(text, values);
  return place;
}

/** The statement that moves a platform to another worker. All of its tables are on one worker, and move together. */
async function moveOf(client: Client, platformId: string | undefined) {
  const { rows } = await client.query<{ shard: string; fromHost: string; fromPort: number; toHost: string; toPort: number }>(
    `select shardid as shard, own.nodename as "fromHost", own.nodeport as "fromPort", other.nodename as "toHost", other.nodeport as "toPort"
     from pg_dist_placement join pg_dist_node own using (groupid)
     join pg_dist_node other on other.isactive and other.shouldhaveshards and other.groupid <> own.groupid
     where shardid = get_shard_id_for_distribution_column('accounts.balance', $1::uuid)`,
    [platformId],
  );
  const [found] = rows;
  if (!found) throw new Error('The platform has no shard, or there is no other worker.');
  const { shard, fromHost, fromPort, toHost, toPort } = found;
  return {
    text: 'select citus_move_shard_placement($1, $2, $3, $4, $5)',
    values: [shard, fromHost, fromPort, toHost, toPort],
    place: `${toHost}:${toPort}`,
  };
}
