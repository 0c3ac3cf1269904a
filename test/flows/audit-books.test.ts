// The audit of payments against the books: no findings for payments in any legitimate state, and one for each broken promise.
import { expect, test } from 'vitest';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { select } from '../kit/books.ts';
import { expectErrors } from '../kit/log.ts';
import { makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld();
expectErrors('Ledger invariant violated.');

/** The transactions among the current findings. */
async function named(): Promise<string[]> {
  await world.running.audit();
  const rows = await select<{ id: string }>(world.databaseUrl, 'select transaction_id as id from transfers.audit_finding');
  const { payload } = await world.app.inject({ method: 'GET', url: '/metrics' });
  expect(/findings\{service="transfers"\} (\d+)/.exec(payload)?.[1]).toBe(String(rows.length));
  return rows.map(({ id }) => id);
}

/** A payment of 200 dollars to an account whose suffix determines the outcome, or an unexecuted quote. */
async function pay(suffix?: string): Promise<string> {
  const payer = await makePayer(world.rest, 100_000);
  const to = await makePayee(world.rest, payer.customerId, suffix);
  const { id, transactionId } = await makeQuote(world.rest, { from: payer.accountId, to, amount: 20_000 });
  if (suffix !== undefined) expect((await world.rest('POST', `/quotes/${id}/execute`)).status).toBe(200);
  return uuidIn(transactionId);
}

const suffixes = ['911', '002', '003', '004', '005', '006', '007', undefined];

test('payments of every outcome have no findings, while they are under way and later', async () => {
  for (const suffix of suffixes) await pay(suffix);
  const before = await named();
  await world.advance(3 * 3600);
  world.wall.advance(3 * 3_600_000);
  await world.settle();

  expect([before, await named()]).toEqual([[], []]);
  const marks = await select(
    world.databaseUrl,
    'select walk, after_id = (select max(id::text)::uuid from transfers.transaction) as "isAtEnd" from transfers.audit_mark order by 1',
  );
  expect(marks).toEqual([
    { walk: 'all', isAtEnd: false }, // restart the walk
    { walk: 'settled', isAtEnd: true },
  ]);
});

test('money that moved for no transaction is found, until it moves back', async () => {
  const id = await pay('911');
  const sound = await strays();
  await select(world.databaseUrl, 'update accounts.journal set subject = gen_random_uuid() where subject = $1 and step = $2', [
    id,
    'HOLD',
  ]);
  const found = await strays();
  await select(world.databaseUrl, `update accounts.journal set subject = $1 where subject = $2`, [id, found[0]]);

  expect([sound, found.length, await strays()]).toEqual([[], 1, []]);
});

async function strays(): Promise<string[]> {
  await world.running.audit();
  const rows = await select<{ subject: string }>(world.databaseUrl, 'select subject from transfers.stray_subject');
  return rows.map(({ subject }) => subject);
}

const line = (part: string) => `(
  select p.journal_id, p.line from accounts.posting p join accounts.journal j on j.id = p.journal_id
  join accounts.balance b on b.id = p.balance_id where subject = $1 and ${part} limit 1)`;
const changed = (part: string) => `update accounts.posting set amount = amount + 7 where (journal_id, line) = ${line(part)}`;
const marked = (what: string) => `update transfers.transaction set ${what} where id = $1`;

const broken: readonly (readonly [what: string, suffix: string, change: string])[] = [
  ['under way, that holds another amount than its own', '003', changed(`step = 'DISPATCH' and part = 'held'`)],
  ['over, with money in the hold', '911', changed(`step = 'DISPATCH' and part = 'held'`)],
  ['over, with money owed to its receiver', '911', changed(`kind = 'PAYOUT'`)],
  ['over, with a refund that is neither here nor there', '002', changed(`step = 'REFUND_DONE' and kind = 'REFUND'`)],
  ['given back, with money in suspense', '007', marked(`state = 'REFUNDED'`)],
  ['not given back, with nothing in suspense', '002', marked(`state = 'SUSPENDED'`)],
  ['completed, whose payer has everything back', '002', marked(`state = 'DELIVERED'`)],
  ['given back, whose payer has not everything', '002', changed(`step = 'REFUND_DONE' and kind = 'INTERNAL'`)],
  ['delivered and given back', '911', marked(`state = 'CANCELLED'`)],
  ['expired, and paid', '911', marked(`state = 'EXPIRED'`)],
];

test('each inconsistent payment is found, and no other', async () => {
  const ids = new Map<string, string>();
  for (const [what, suffix] of broken) ids.set(await pay(suffix), what);
  const sound = await named();

  for (const [id, what] of ids) await select(world.databaseUrl, changeOf(what), [id]);

  const found = (await named()).map((id) => ids.get(id));
  expect([sound, found.toSorted()]).toEqual([[], broken.map(([what]) => what).toSorted()]);
});

const changeOf = (what: string) => broken.find(([name]) => name === what)?.[2] ?? '';

test('a corrected payment is found no more', async () => {
  const id = await pay('911');
  await select(world.databaseUrl, marked(`state = 'FAILED'`), [id]);
  const wrong = await named();

  await select(world.databaseUrl, marked(`state = 'DELIVERED'`), [id]);

  expect([wrong.includes(id), (await named()).includes(id)]).toEqual([true, false]);
});

test('a payment with a job is left to the job', async () => {
  const id = await pay('005');

  await select(world.databaseUrl, marked(`state = 'FAILED'`), [id]);

  expect(await named()).not.toContain(id);
});
