// A row that a test locks: its writers wait, and proceed in order of arrival.
import { Client } from 'pg';
import { expect } from 'vitest';
import { select } from './books.ts';

export interface RowLock {
  /** Settles when this many wait for a row of this database. */
  waiting(count: number): Promise<void>;
  release(): Promise<void>;
}

export async function lockRow({ url, table, id }: { url: string; table: string; id: string }): Promise<RowLock> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(`select from ${table} where id = $1 for update`, [id]);
  return {
    waiting: async (count) => {
      await expect.poll(() => waitingIn(url)).toBe(count);
    },
    release: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

async function waitingIn(url: string): Promise<number> {
  const [row] = await select<{ count: string }>(
    url,
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number(row?.count);
}
