// The cost of a list of transactions does not grow with the history. COUNTED_ROWS=1000000 is the long form.
import { afterAll, expect, test } from 'vitest';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { openDatabase } from '../../../services/kit/storage/database.ts';
import { kitMigrations } from '../../../services/kit/storage/kit-migrations.ts';
import { hashingWith, openSecrets, ringOf } from '../../../services/kit/storage/secrets.ts';
import { transfers } from '../../../services/transfers/service.ts';
import type { TransactionFilter } from '../../../services/transfers/store/transaction-filter.ts';
import { lookedAtMax, transactionListRows } from '../../../services/transfers/store/transaction-list.ts';
import { select } from '../../kit/books.ts';
import { type Cost, explaining } from '../../kit/explained.ts';
import { execute, newBank, newPayer, quote, startTransfers } from './transfers-world.ts';

const most = Number(process.env.COUNTED_ROWS ?? 12_000);
const perDay = most / 400;
const world = await startTransfers();
const database = await openDatabase({
  url: world.databaseUrl,
  schema: 'transfers',
  entities: [],
  migrations: [...kitMigrations, ...transfers.migrations],
  log: silent,
});
afterAll(() => database.close());
const { queryable, cost, client } = await explaining(database, { url: world.databaseUrl, schema: 'transfers' });
const secrets = { ...openSecrets([Buffer.alloc(32)]), ...hashingWith(() => [ringOf(Buffer.alloc(32))]) };
const lists = transactionListRows(queryable, secrets);

const payer = await newPayer(world);
const bank = await newBank(world, payer.customerId);
const { body: quoted } = await quote(world, payer.accountId, bank);
await execute(world, quoted.id);
const id = uuidIn(quoted.transactionId);
const lastDay = Date.parse('2025-06-30T00:00:00Z');

/** Copies of the payment up to this number, this many per day, back from the last day: one in 100 has failed. */
async function fillUpTo(count: number): Promise<void> {
  const columns = await select<{ name: string }>(
    world.databaseUrl,
    `select column_name as name from information_schema.columns where table_schema = 'transfers' and table_name = 'transaction'`,
  );
  const values: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    quote_id: 'gen_random_uuid()',
    reference: 'reference || n',
    state: `case when n % 100 = 0 then 'FAILED' else state end`,
    created_at: `timestamptz '2025-06-30' + n % ${perDay} * (interval '1 day' / ${perDay}) - n / ${perDay} * interval '1 day'`,
  };
  const names = columns.map(({ name }) => name);
  const [{ made = 0 } = {}] = await select<{ made: number }>(
    world.databaseUrl,
    `select count(*)::int as made from transfers.transaction where reference ~ '^PAY-.{13}'`,
  );
  await select(
    world.databaseUrl,
    `with made as (
       insert into transfers.transaction (${names.join()}) select ${names.map((name) => values[name] ?? name).join()}
       from transfers.transaction, generate_series(${made}, ${count} - 1) n where id = $1
       returning platform_id, owner, created_at, state
     )
     insert into transfers.transaction_count_change (platform_id, owner, type, created_at, became)
     select platform_id, owner, 'OUTGOING', created_at, case state when 'FAILED' then 'FAILED' else 'COMPLETED' end from made`,
    [id],
  );
  await world.settle();
  await client.query('vacuum analyze transaction, transaction_count');
  await expect.poll(pendingBytes).toBe('0');
}

/** Transactions of the services can delay the removal of folded changes. */
async function pendingBytes(): Promise<string> {
  await client.query('vacuum (truncate) transaction_count_change');
  const { rows } = await client.query(`select pg_relation_size('transaction_count_change') as bytes`);
  return rows[0].bytes;
}

const platformId = world.id;
const owner = payer.customerId;
const range = { from: new Date(lastDay - 40 * 86_400_000 + 1_234_567), to: new Date(lastDay - 2 * 86_400_000 + 7_654_321) };
const account = { text: payer.accountId, keys: [] };
/** Without counters a page of one account reads until it is full: at most all rows of the account. */
const ofOneAccount = 'by sending account and a status that none has';
const filters: Readonly<Record<string, TransactionFilter>> = {
  'of the platform': { platformId },
  'by status': { platformId, status: 'COMPLETED' },
  'by a status that is rare': { platformId, status: 'FAILED' },
  'by a status that none has': { platformId, status: 'PROCESSING' },
  'by type': { platformId, type: 'INCOMING' },
  'between two times': { platformId, ...range },
  'between two times, by a status that is rare': { platformId, ...range, status: 'FAILED' },
  'of a customer': { platformId, owner },
  'of a customer, by status': { platformId, owner, status: 'COMPLETED' },
  'of a customer, between two times': { platformId, owner, ...range },
  'by account': { platformId, either: account },
  [ofOneAccount]: { platformId, sender: account, status: 'PENDING' },
  'by platformCustomerId': { platformId, platformCustomerId: owner },
  'by reference': { platformId, reference: { text: 'PAY-none', isOfRefund: false } },
};

/** Counted from a bounded number of rows. */
const lookedAt = new Set(['by account', ofOneAccount]);

const now = new Date('2026-06-30T00:00:00Z');

type Costs = ReadonlyMap<string, Cost>;

async function costs(what: 'count' | 'page'): Promise<Costs> {
  const found = new Map<string, Cost>();
  for (const [name, filter] of Object.entries(filters)) {
    const ask = () => (what === 'count' ? lists.count(filter, now) : lists.page({ filter, now, isAscending: false, limit: 20 }));
    await ask(); // warm
    cost();
    await ask();
    found.set(name, cost());
  }
  return found;
}

const sizes = [most / 4, most] as const;

test('a list costs the same when the history is four times as long', async () => {
  await fillUpTo(sizes[0]);
  const [countBefore, pageBefore] = [await costs('count'), await costs('page')];
  await fillUpTo(sizes[1]);
  const [countAfter, pageAfter] = [await costs('count'), await costs('page')];

  const grown = [
    ...notConstant('count', countBefore, countAfter),
    ...notConstant('page', pageBefore, pageAfter).filter((line) => !line.startsWith(`page ${ofOneAccount}`)),
  ];
  expect(grown).toEqual([]);
  for (const name of lookedAt) expect(countAfter.get(name)?.buffers, name).toBeLessThan(lookedAtMax);
});

/** Those that cost more at the larger size than a deeper tree explains. */
function notConstant(what: string, before: Costs, after: Costs): string[] {
  return [...after].flatMap(([name, { buffers, ms }]) => {
    const few = before.get(name)?.buffers ?? 0;
    const line = `${what} ${name}: ${few} buffers at ${sizes[0]} rows, ${buffers} at ${sizes[1]} (${ms.toFixed(2)} ms)`;
    console.info(line);
    return buffers <= 2 * few + 20 || (what === 'count' && lookedAt.has(name)) ? [] : [line];
  });
}
