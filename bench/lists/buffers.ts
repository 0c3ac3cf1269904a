// Runs the statements of a store with EXPLAIN, and counts the database buffers that they touch.
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import type { Queryable } from '../../services/kit/storage/database.ts';

export interface Counting {
  /** The connection for a store. Statements run, but return no rows. */
  readonly queryable: Queryable;
  readonly client: Client;
  readonly read: {
    /** Buffers since the last call, cached or not, for planning and execution. */
    buffers(): number;
    rows<T>(text: string, values: readonly unknown[]): Promise<T[]>;
  };
  close(): Promise<void>;
}

export async function countingBuffers(url: string): Promise<Counting> {
  const client = new Client({ connectionString: url, options: '-c search_path=accounts' });
  await client.connect();
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new Pool({ max: 1 }) }) });
  let sum = 0;
  const query: Queryable['query'] = async (statement) => {
    const { sql, parameters } = statement.compile(kysely);
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
    sum += buffersIn(rows);
    return [];
  };
  const queryable: Queryable = {
    query,
    read: query,
    batch: query,
    notify: () => {},
    wake: () => {},
    isDistributed: false,
    get em(): never {
      throw new Error('These statements go without the ORM.');
    },
  };
  return {
    queryable,
    client,
    read: {
      buffers: () => {
        const counted = sum;
        sum = 0;
        return counted;
      },
      rows: async <T>(text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows as T[],
    },
    close: () => client.end(),
  };
}

interface Touched {
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
}

interface Explained {
  readonly Plan: Touched;
  readonly Planning?: Touched;
}

function buffersIn(rows: readonly { readonly 'QUERY PLAN': readonly Explained[] }[]): number {
  return rows
    .flatMap((row) => row['QUERY PLAN'])
    .flatMap(({ Plan, Planning }) => [Plan, Planning ?? {}])
    .reduce((total, touched) => total + (touched['Shared Hit Blocks'] ?? 0) + (touched['Shared Read Blocks'] ?? 0), 0);
}
