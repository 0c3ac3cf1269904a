// What ran in PostgreSQL and in the process during a minute.
import { Client } from 'pg';
import type { Machine } from '../kit/machine.ts';
import type { SlowStatement } from '../kit/postgres-usage.ts';
import type { World } from '../kit/world.ts';

/** Sums of the minute. */
export interface Ran {
  readonly checkpoints: number;
  /** Milliseconds in which a checkpoint wrote and synchronised files. */
  readonly checkpointMs: number;
  readonly checkpointSyncMs: number;
  /** Tables that autovacuum has vacuumed or analysed. */
  readonly vacuumed: readonly string[];
  /** The longest pause of garbage collection, and the longest block of the event loop. */
  readonly collectionMs: number;
  readonly blockMs: number;
  /** The slowest execution of a statement. */
  readonly slowest: SlowStatement;
}

export interface Minutes {
  /** What ran since the last call. */
  next(): Promise<Ran>;
  close(): Promise<void>;
}

export async function watchMinutes({ postgres }: Machine, { databaseUrl, gateway }: World): Promise<Minutes> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const statements = await postgres.count();
  await statements.start();
  const sums = () => sumsOf(client);
  let before = await sums();
  await Promise.all([gateway.longestBlockMicros(), gateway.longestCollectionMicros()]);
  return {
    next: async () => {
      const after = await sums();
      const ran = {
        checkpoints: after.checkpoints - before.checkpoints,
        checkpointMs: after.writeMs - before.writeMs,
        checkpointSyncMs: after.syncMs - before.syncMs,
        vacuumed: [...after.vacuums].filter(([table, count]) => count > (before.vacuums.get(table) ?? 0)).map(([table]) => table),
        collectionMs: (await gateway.longestCollectionMicros()) / 1000,
        blockMs: (await gateway.longestBlockMicros()) / 1000,
        slowest: await statements.takeSlowest(),
      };
      before = after;
      return ran;
    },
    close: async () => {
      await statements.stop();
      await Promise.all([client.end(), statements.close()]);
    },
  };
}

async function sumsOf(client: Client) {
  const { rows: checkpointer } = await client.query<{ num_done: string; write_time: number; sync_time: number }>(
    'select num_done, write_time, sync_time from pg_stat_checkpointer',
  );
  const { rows: tables } = await client.query<{ name: string; count: string }>(`
    select schemaname || '.' || relname as name, autovacuum_count + autoanalyze_count as count from pg_stat_all_tables`);
  const [{ num_done = '0', write_time = 0, sync_time = 0 } = {}] = checkpointer;
  const vacuums = new Map(tables.map(({ name, count }) => [name, Number(count)]));
  return { checkpoints: Number(num_done), writeMs: write_time, syncMs: sync_time, vacuums };
}
