// A row that a test locks: its writers wait, and proceed in order of arrival.
import { Client } from 'pg';
import { expect } from 'vitest';
import { select } from './books.ts';

export interface RowLock {
  /** Settles when this many wait for a row of this database. */
  waiting(count: number): Promise<void>;
  release(): Promise<void>;
}

interface Row {
  /** Of the database. */
  readonly url: string;
  readonly table: string;
  /** The values of columns that identify it. */
  readonly key: Readonly<Record<string, string>>;
}

export async function lockRow({ url, table, key }: Row): Promise<RowLock> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  const condition = Object.keys(key).map((column, index) => `${column} = $${index + 1}`);
  await client.query(`select from ${table} where ${condition.join(' and ')} for update`, Object.values(key));
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
