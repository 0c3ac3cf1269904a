// Removal of old rows: all of them, at any load, and nothing else.
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { idempotencyTable } from '../../services/kit/calls/idempotency.ts';
import { removeOld } from '../../services/kit/storage/retention.ts';
import { testDatabase } from '../kit/database.ts';
import { ManualWall } from '../kit/wall.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(await testDatabase());
afterAll(() => database.close());
const wall = new ManualWall();
beforeEach(() => database.query(sql`truncate thing, idempotency`));

const makeThings = (count: number, ageDays: number) =>
  database.query(sql`
    insert into thing (id, amount, made_at)
    select gen_random_uuid(), number, ${wall.now()}::timestamptz - ${ageDays} * interval '1 day' from generate_series(1, ${count}) number`);

const left = async () => Number((await database.query(sql<{ count: bigint }>`select count(*) as count from thing`))[0]?.count);

test('rows beyond their retention are removed in batches, until one is short', async () => {
  await makeThings(2_500, 31);
  await makeThings(10, 29);

  const begun = performance.now();
  const removed = await removeOld(database, wall, { table: 'thing', since: 'made_at', keptDays: 30 });

  console.info(`Retention: ${removed} rows of a table removed in ${Math.round(performance.now() - begun)} ms, 1,000 at a time.`);
  expect([removed, await left()]).toEqual([2_500, 10]);
});

test('only rows that a rule covers are removed', async () => {
  await makeThings(100, 31);

  const which = sql`amount <= 40`;
  const removed = await removeOld(database, wall, { table: 'thing', since: 'made_at', keptDays: 30, which });

  expect([removed, await left()]).toEqual([40, 60]);
});

test('two concurrent removals share the work', async () => {
  await makeThings(5_000, 31);
  const rule = { table: 'thing', since: 'made_at', keptDays: 30 };

  const removed = await Promise.all([removeOld(database, wall, rule), removeOld(database, wall, rule)]);

  expect(removed.reduce((sum, one) => sum + one, 0) + (await left())).toBe(5_000);
  await removeOld(database, wall, rule);
  expect(await left()).toBe(0);
});

test('the idempotency keys of a burst are all removed by one sweep', async () => {
  const count = 20_000;
  await database.query(sql`
    insert into idempotency (platform_id, scope, key, fingerprint, operation_id, lease_until, holder, expires_at)
    select gen_random_uuid(), 'scope', number::text, '\\x00', gen_random_uuid(), ${wall.now()}, 1, ${wall.now()}::timestamptz - interval '1 second'
    from generate_series(1, ${count}) number`);

  const begun = performance.now();
  const removed = await idempotencyTable(database, wall).sweep();
  const seconds = (performance.now() - begun) / 1000;

  console.info(`Idempotency: one sweep removed ${removed} rows, ${Math.round(removed / seconds)} a second.`);
  expect(removed).toBe(count);
});
