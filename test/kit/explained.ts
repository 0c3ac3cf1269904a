// The cost of a store's statements, according to PostgreSQL's EXPLAIN.
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import type { Queryable } from '../../services/kit/storage/database.ts';
import { atEndOfFile } from './file-end.ts';

export interface Cost {
  /** Pages of tables and indexes, cached or not, for planning and execution. */
  readonly buffers: number;
  readonly ms: number;
}

export interface Explained {
  /** The database for the store. */
  readonly queryable: Queryable;
  /** The cost of the statements since the last call. */
  cost(): Cost;
  readonly client: Client;
}

/** Statements run twice: explained, and for their rows. */
export async function explaining(database: Queryable, { url, schema }: { url: string; schema: string }): Promise<Explained> {
  const client = new Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  atEndOfFile(() => client.end());
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new Pool({ max: 1 }) }) });
  let plans: Plan[] = [];
  const query: Queryable['query'] = async (statement) => {
    const { sql, parameters } = statement.compile(kysely);
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
    plans.push(...rows.flatMap((row) => row['QUERY PLAN'] as Plan[]));
    return database.query(statement);
  };
  return {
    queryable: {
      query,
      read: query,
      batch: query,
      notify: () => {},
      wake: () => {},
      isDistributed: false,
      get em(): never {
        throw new Error('These statements go without the ORM.');
      },
    },
    cost: () => {
      const counted = plans;
      plans = [];
      return { buffers: sumOf(counted.map(buffersOf)), ms: sumOf(counted.map((plan) => plan['Execution Time'])) };
    },
    client,
  };
}

interface Touched {
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
}

interface Plan {
  readonly Plan: Touched;
  readonly Planning?: Touched;
  readonly 'Execution Time': number;
}

const buffersOf = ({ Plan: run, Planning: planned = {} }: Plan) =>
  sumOf([run, planned].flatMap((one) => [one['Shared Hit Blocks'] ?? 0, one['Shared Read Blocks'] ?? 0]));

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
