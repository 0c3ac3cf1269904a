// What subjects have moved, over all of their journals: found by keys alone, so that the cost does not grow with the books.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '../../../services/accounts/service.ts';
import { journalRows, type Subject, subjectsAfter, sumsOf } from '../../../services/accounts/store/journals.ts';
import { forkIdOf } from '../../../services/kit/core/ids.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { openDatabase } from '../../../services/kit/storage/database.ts';
import { kitMigrations } from '../../../services/kit/storage/kit-migrations.ts';
import { testDatabase } from '../../kit/database.ts';

const migrations = [...kitMigrations, ...accounts.migrations];
const url = await testDatabase();
const database = await openDatabase({ url, schema: 'accounts', entities: [], migrations, log: silent });
afterAll(() => database.close());

/** Of an account of each platform. */
const balance = randomUUID();

async function book({ platformId, subject }: Subject, step: string, amount: number): Promise<void> {
  await database.query(sql`
    insert into balance (platform_id, id, kind, currency, never_negative, changed_at)
    values (${platformId}, ${balance}, 'INTERNAL', 'USD', true, now()) on conflict do nothing`);
  await database.query(sql`
    with made as (
      insert into journal (id, platform_id, subject, step, fingerprint, created_at)
      values (${randomUUID()}, ${platformId}, ${subject}, ${step}, '', now()) returning id
    )
    insert into posting (platform_id, journal_id, line, balance_id, part, currency, amount)
    select ${platformId}, id, 1, ${balance}, 'held', 'USD', ${amount} from made`);
}

const fresh = (): Subject => ({ platformId: randomUUID(), subject: randomUUID() });

test('subjects of two platforms, without those that moved everything back, were not requested, or belong to another platform', async () => {
  const [one, other, back, unasked] = [fresh(), fresh(), fresh(), fresh()];
  await book(one, 'HOLD', 7);
  await book(one, 'HOLD_2', 5);
  await book(other, 'HOLD', 3);
  await book(back, 'HOLD', 2);
  await book(back, 'RELEASE', -2);
  await book(unasked, 'HOLD', 1);

  const sums = await journalRows(database).sums([one, other, back, { ...unasked, platformId: one.platformId }]);

  const sum = { balanceId: balance, part: 'held', currency: 'USD', kind: 'INTERNAL', subaccount: '' };
  expect(sums).toEqual([
    { ...one, moved: [{ ...sum, ...one, amount: 12n }] },
    { ...other, moved: [{ ...sum, ...other, amount: 3n }] },
  ]);
});

test('a subject of a platform and of its fork is summed separately', async () => {
  const one = fresh();
  const forked = { ...one, platformId: forkIdOf(randomUUID(), one.platformId) };
  await book(one, 'HOLD', 7);
  await book(forked, 'HOLD', 3);

  const sums = await journalRows(database).sums([one, forked]);

  expect(sums.map(({ platformId, moved }) => [platformId, ...moved.map(({ amount }) => amount)])).toEqual([
    [one.platformId, 7n],
    [forked.platformId, 3n],
  ]);
});

test('they are found by keys', async () => {
  const many = fresh();
  await database.query(sql`
    with made as (
      insert into journal (id, platform_id, subject, step, fingerprint, created_at)
      select gen_random_uuid(), ${many.platformId}, gen_random_uuid(), 'HOLD', '', now() from generate_series(1, 20000)
      returning platform_id, id
    )
    insert into posting select platform_id, id, 1, ${balance}, 'held', 'USD', 1 from made`);
  await database.query(sql`analyze journal, posting`);

  const plan = await database.query(sql<Record<string, string>>`explain ${sumsOf(Array.from({ length: 400 }, fresh))}`);

  const steps = plan.map((row) => row['QUERY PLAN'] ?? '').join('\n');
  expect(steps).toMatch(/Index (Only )?Scan.* on journal/);
  expect(steps).toMatch(/Index (Only )?Scan.* on posting/);
  expect(steps).not.toMatch(/Seq Scan on (journal|posting)/);
  const page = await database.query(sql<Record<string, string>>`explain ${subjectsAfter(many, 400)}`);
  expect(page.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan using journal_platform_id_subject_step_key/);
});
