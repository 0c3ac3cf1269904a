// A database behind a pooler that lends connections to transactions: each transaction has the settings of its service, and none leaves them.
import { sql } from 'kysely';
import type { QueryConfig, QueryResult } from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { silent } from '../../services/kit/core/log.ts';
import { openDatabase } from '../../services/kit/storage/database.ts';
import { kitMigrations } from '../../services/kit/storage/kit-migrations.ts';
import { inTransactions } from '../../services/kit/storage/pooled-client.ts';
import { testDatabase } from '../kit/database.ts';
import { databaseWaitMs } from '../kit/patience.ts';
import { things } from './storage.ts';

const url = await testDatabase();
const database = await openDatabase({
  url,
  directUrl: url,
  schema: 'storage',
  entities: [],
  migrations: [...kitMigrations, things],
  waitMs: databaseWaitMs,
  log: silent,
  connectionsMax: 2,
});
afterAll(() => database.close());
beforeEach(async () => void (await database.query(sql`truncate thing`)));

const insert = (amount: number) => sql`
  insert into thing (id, amount, made_at) values (gen_random_uuid(), ${amount}, ${new Date('2026-01-02T03:04:05.678Z')})`;
const amounts = async () =>
  (await database.query<{ amount: bigint }>(sql`select amount from thing order by 1`)).map(({ amount }) => amount);
const settings = sql<{ [name: string]: string }>`
  select current_setting('search_path') as path, current_setting('timezone') as zone, current_setting('statement_timeout') as limit`;
const ours = [{ path: 'storage', zone: 'UTC', limit: '30s' }];

test('statements, transactions and batches have the settings of their service', async () => {
  const client = await database.lendPipelined();
  const { rows } = await client.query({
    name: 'plans',
    text: `select current_setting('plan_cache_mode') as plans, $1::int as one`,
    values: [1],
  });
  client.release();

  expect(await database.query(settings)).toEqual(ours);
  expect(await database.transaction((tx) => tx.query(settings))).toEqual(ours);
  expect(rows).toEqual([{ plans: 'force_generic_plan', one: 1 }]);
});

test('concurrent statements and transactions on few connections keep apart', async () => {
  const [even, odd] = [0, 1].map((rest) => Array.from({ length: 20 }, (_, index) => 2 * index + rest));

  await Promise.all([
    ...(even ?? []).map((amount) => database.query(insert(amount))),
    ...(odd ?? []).map((amount) => database.transaction((tx) => tx.query(insert(amount)))),
  ]);

  expect(await amounts()).toEqual(Array.from({ length: 40 }, (_, index) => BigInt(index)));
});

test('a statement that fails outside a transaction leaves its connection usable', async () => {
  for (let count = 0; count < 5; count++)
    await expect(database.query(sql`select ${1}::int / 0`)).rejects.toThrow('division by zero');

  expect(await database.query(settings)).toEqual(ours);
});

test('a transaction that fails changes nothing, and the next one has its settings', async () => {
  const failing = database.transaction(async (tx) => {
    await tx.query(insert(1));
    throw new Error('stop');
  });

  await expect(failing).rejects.toThrow('stop');
  expect(await amounts()).toEqual([]);
  expect(await database.transaction((tx) => tx.query(settings))).toEqual(ours);
});

test('notifications reach the listeners of the direct connection', async () => {
  const heard: string[] = [];
  await database.listen('news', (payload) => heard.push(payload));

  database.notify('news');

  await expect.poll(() => heard.length).toBeGreaterThan(0);
});

test('a lone statement is sent with its transaction, without waiting and without a name', async () => {
  const sent: (string | QueryConfig)[] = [];
  const send = inTransactions(
    async (statement) => {
      sent.push(statement);
      return {} as QueryResult;
    },
    { search_path: 'storage', timezone: 'UTC' },
  );
  const begin = `begin; set local search_path = 'storage'; set local timezone = 'UTC'`;
  const named = { name: 'one', text: 'select $1', values: [1] };
  const plain = { text: 'select $1', values: [1] };

  await Promise.all([
    send(named),
    send({ name: 'begin', text: 'begin' }),
    send(named),
    send({ name: 'commit', text: 'commit' }),
    send(named),
  ]);

  expect(sent).toEqual([begin, plain, 'commit', begin, plain, 'commit', begin, plain, 'commit']);
});

test('a start fails if the pooler cannot be reached, although PostgreSQL can', async () => {
  const nowhere = 'postgresql://postgres@127.0.0.1:1/postgres';
  const migrations = [...kitMigrations, things];
  const options = { url: nowhere, directUrl: url, schema: 'storage', entities: [], migrations, waitMs: 100, log: silent };

  await expect(openDatabase(options)).rejects.toMatchObject({ name: 'NoConnection' });
});
