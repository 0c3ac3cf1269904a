// Records the statements that the customers service sends to the driver, so that the reference runs the same.
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { customerRows } from '../../services/customers/store/customers.ts';
import type { Queryable } from '../../services/kit/storage/database.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface ReadStatements {
  /** Its last value stands for the customer's uuid. */
  readonly find: Statement;
  readonly page: Statement;
  readonly count: Statement;
}

export async function recordStatements({ platformId, limit }: { platformId: string; limit: number }): Promise<ReadStatements> {
  const recorded: Statement[] = [];
  const rows = customerRows(recorder(recorded), openSecrets([Buffer.alloc(32)]));
  const filter = { ...unfiltered, platformId };
  await rows.find(platformId, '');
  await rows.page(filter, { after: undefined, limit, total: 500n });
  await rows.count(filter);
  const [find = none, page = none, count = none] = recorded;
  return { find, page, count };
}

const none: Statement = { text: '', values: [] };

const unfiltered = {
  platformCustomerId: undefined,
  customerType: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
  updatedAfter: undefined,
  updatedBefore: undefined,
  region: undefined,
  currency: undefined,
  umaAddress: undefined,
  isIncludingDeleted: false,
};

/** Answers nothing, and records the statements. */
function recorder(recorded: Statement[]): Queryable {
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new Pool({ max: 1 }) }) });
  const query: Queryable['query'] = async (statement) => {
    const { sql, parameters } = statement.compile(kysely);
    recorded.push({ text: sql, values: parameters });
    return [];
  };
  return {
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
}
