// The rows of a platform move from one worker of a Citus cluster to another under a load of payments.
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { citusUrl } from '../kit/citus.ts';
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
    const client = new Client({ connectionString: url });
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
});

/** All tables of the platform are on one worker, and move together. Returns where they are now. */
async function move(client: Client, load: Load): Promise<string> {
  await load.more(20);
  const { rows: platforms } = await client.query<{ id: string }>(
    'select platform_id as id from accounts.balance group by platform_id order by count(*) desc limit 1',
  );
  const { rows } = await client.query<{ shard: string; fromHost: string; fromPort: number; toHost: string; toPort: number }>(
    `select shardid as shard, own.nodename as "fromHost", own.nodeport as "fromPort", other.nodename as "toHost", other.nodeport as "toPort"
     from pg_dist_placement join pg_dist_node own using (groupid)
     join pg_dist_node other on other.isactive and other.shouldhaveshards and other.groupid <> own.groupid
     where shardid = get_shard_id_for_distribution_column('accounts.balance', $1::text)`,
    [platforms[0]?.id],
  );
  const [found] = rows;
  if (!found) throw new Error('The platform has no shard, or there is no other worker.');
  const { shard, fromHost, fromPort, toHost, toPort } = found;
  await client.query('select citus_move_shard_placement($1, $2, $3, $4, $5)', [shard, fromHost, fromPort, toHost, toPort]);
  return `${toHost}:${toPort}`;
}
