// The database: the types of its values, and transactions.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { silent } from '../../services/kit/core/log.ts';
import { NoConnection } from '../../services/kit/storage/connections.ts';
import { openDatabase } from '../../services/kit/storage/database.ts';
import { kitMigrations } from '../../services/kit/storage/kit-migrations.ts';
import { outageAnswer } from '../../services/kit/storage/outage.ts';
import { openStore } from '../../services/kit/storage/store.ts';
import { insertInto, rowOf } from '../../services/kit/storage/tables.ts';
import { assertNoTransaction } from '../../services/kit/storage/transaction-guard.ts';
import { testDatabase } from '../kit/database.ts';
import { things } from './storage.ts';

const Thing = defineEntity({
  name: 'Thing',
  tableName: 'thing',
  properties: {
    id: p.uuid().primary(),
    amount: p.bigint('bigint'),
    madeAt: p.datetime(3),
    extra: p.json<{ a: number[] }>().nullable(),
    raw: p.blob().nullable(),
  },
});

const migrations = [...kitMigrations, things];
const options = { url: await testDatabase(), schema: 'storage', entities: [Thing], migrations, log: silent };
const database = await openDatabase(options);
afterAll(() => database.close());

const thing = () => ({
  id: crypto.randomUUID(),
  amount: 9007199254740993n,
  madeAt: new Date('2026-01-02T03:04:05.678Z'),
  extra: { a: [1] },
  raw: Buffer.from([0, 255]),
});

test('records and statements read the same values, exactly', async () => {
  const made = thing();

  await database.transaction(async (tx) => void tx.em.create(Thing, made));

  expect({ ...(await database.em.findOneOrFail(Thing, made.id)) }).toEqual(made);
  expect(await database.query(sql`select id, amount, made_at as "madeAt", extra, raw from thing where id = ${made.id}`)).toEqual([
    made,
  ]);
  expect(await database.em.count(Thing, { id: made.id })).toBe(1);
  expect(await database.query(sql`select count(*), array[1::bigint, null] as many, date '2026-02-03' as day from thing`)).toEqual(
    [{ count: expect.any(BigInt), many: [1n, null], day: '2026-02-03' }],
  );
});

test('a transaction that throws changes nothing', async () => {
  const made = thing();

  const failing = database.transaction(async (tx) => {
    await tx.em.insert(Thing, made);
    expect(await tx.query(sql`select 1 as one from thing where id = ${made.id}`)).toEqual([{ one: 1 }]);
    throw new Error('no');
  });

  await expect(failing).rejects.toThrow('no');
  expect(await database.em.findOne(Thing, made.id)).toBeNull();
});

test('transactions with a deadlock are retried', async () => {
  const [one, other] = [thing(), thing()];
  await database.em.insertMany(Thing, [one, other]);
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let attempts = 0;
  const add = (first: string, second: string) =>
    database.transaction(async (tx) => {
      await tx.query(sql`update thing set amount = amount + 1 where id = ${first}`);
      held[attempts++]?.resolve();
      await Promise.all(held.map(({ promise }) => promise));
      await tx.query(sql`update thing set amount = amount + 1 where id = ${second}`);
    });

  await Promise.all([add(one.id, other.id), add(other.id, one.id)]);

  expect(attempts).toBeGreaterThan(2);
  expect(await database.query(sql`select amount from thing where id in (${one.id}, ${other.id})`)).toEqual([
    { amount: one.amount + 2n },
    { amount: one.amount + 2n },
  ]);
});

test('a repeated statement is prepared once per connection, and again after a migration has changed its columns', async () => {
  const single = await openDatabase({ ...options, connectionsMax: 1 });
  onTestFinished(() => single.close());
  const made = thing();
  await single.query(insertInto(Thing, [rowOf(Thing, made)]));
  const read = sql<object>`select * from thing where id = ${made.id}`;
  for (let count = 0; count < 6; count++) await single.query(read);
  const isPrepared = sql`select statement from pg_prepared_statements where statement like 'select * from thing%'`;
  expect(await single.query(isPrepared)).toHaveLength(1);

  await single.query(sql`alter table thing add column added int`);
  onTestFinished(async () => void (await database.query(sql`alter table thing drop column added`)));

  expect(await single.query(read)).toMatchObject([{ id: made.id, added: null }]);
  for (let count = 0; count < 6; count++) await single.query(read);
  await single.query(sql`alter table thing add column other int`);
  onTestFinished(async () => void (await database.query(sql`alter table thing drop column other`)));
  expect(await single.transaction((tx) => tx.query(read))).toMatchObject([{ added: null, other: null }]);
});

test('an RPC inside an open transaction is distinguished from one after it', async () => {
  const inside = database.transaction(async () => assertNoTransaction());

  await expect(inside).rejects.toThrow('An RPC was called inside an open transaction.');
  expect(assertNoTransaction).not.toThrow();
});

test('notifications of a transaction arrive after its commit, and not after a rollback', async () => {
  const heard: string[] = [];
  const first = Promise.withResolvers<void>();
  await database.listen('one', () => heard.push('one'));
  await database.listen('two', () => {
    heard.push('two');
    first.resolve();
  });

  await database.transaction(async (tx) => Promise.reject(tx.notify('one'))).catch(() => undefined);
  await database.transaction(async (tx) => tx.notify('two'));
  await first.promise;

  expect(heard).toEqual(['two']);
});

test('concurrent listen commands on several channels do not interfere', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  await database.listen('first', () => {});

  await Promise.all(['second', 'third', 'fourth'].map((channel) => database.listen(channel, () => {})));
  await nextTurn();

  expect(warnings).toEqual([]);
});

test('connections that the server cuts are reopened', async () => {
  const woken = Promise.withResolvers<void>();
  await database.listen('three', () => woken.resolve());

  await database.query(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );

  expect(await Promise.all(Array.from({ length: 12 }, () => database.query(sql`select 1 as one`)))).toHaveLength(12);
  await woken.promise; // a listener is called once after a break
});

test('beyond 5,000 calls that wait for a connection the next one is refused immediately', async () => {
  const narrow = await openDatabase({ ...options, connectionsMax: 1 });
  const { promise: end, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const holding = narrow.transaction(async () => {
    begin();
    await end;
  });
  await begun;
  const reads = Array.from({ length: 5_000 }, () => narrow.query(sql`select 1 as one`));

  const refusal = await narrow.query(sql`select 1`).catch((error: unknown) => error);
  release();

  expect(refusal).toEqual(new NoConnection()); // one that has waited has a reason
  expect(outageAnswer(refusal)).toMatchObject({ status: 503 });
  await holding;
  await Promise.allSettled(reads);
  await narrow.close();
});

test('a call without a connection in time is an outage, by a statement and through the ORM', async () => {
  const small = await openDatabase({ ...options, connectionsMax: 1, waitMs: 100 });
  onTestFinished(() => small.close());

  const refusals = await small.transaction(async () => {
    const calls = [small.query(sql`select 1`), small.em.find(Thing, { id: crypto.randomUUID() })];
    return Promise.all(calls.map((call) => call.then(() => undefined, outageAnswer)));
  });

  expect(refusals).toMatchObject([{ status: 503 }, { status: 503 }]);
});

test('a store reads outside a transaction and writes in one', async () => {
  const store = openStore(database, (db) => ({
    things: {
      add: (id: string) => db.query(sql`insert into thing values (${id}, 1, '2026-01-01')`),
      has: async (id: string) => (await db.query(sql`select 1 from thing where id = ${id}`)).length > 0,
    },
  }));
  const [kept, lost] = [crypto.randomUUID(), crypto.randomUUID()];

  await store.write((rows) => rows.things.add(kept));
  await store.write(async (rows) => Promise.reject(await rows.things.add(lost))).catch(() => undefined);

  expect([await store.things.has(kept), await store.things.has(lost)]).toEqual([true, false]);
});
