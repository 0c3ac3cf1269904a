// The reference of duration: three commits of one row each, one after the other, on one plain connection.
import { Client } from 'pg';
import type { Machine } from '../kit/machine.ts';
import { median } from '../kit/rounds.ts';

const name = 'payments_commits';

export interface BareCommits {
  /** The median duration of three commits, of so many threes. */
  threeMs(count: number): Promise<number>;
  close(): Promise<void>;
}

export async function openBareCommits(machine: Machine): Promise<BareCommits> {
  const client = new Client({ connectionString: await machine.database(name) });
  await client.connect();
  await client.query('create table bare (number bigint generated always as identity primary key)');
  const commit = () => client.query({ name: 'commit', text: 'insert into bare default values' });
  return {
    threeMs: async (count) => {
      const tookMs: number[] = [];
      while (tookMs.length < count) {
        const startMs = performance.now();
        for (let commits = 0; commits < 3; commits++) await commit();
        tookMs.push(performance.now() - startMs);
      }
      return median(tookMs);
    },
    close: async () => {
      await client.end();
      await machine.drop(name);
    },
  };
}
