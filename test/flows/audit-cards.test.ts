// The audit of card transactions: no findings in any legitimate state, and one for each that differs from its journals.
import { expect, test } from 'vitest';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { select } from '../kit/books.ts';
import { dieAt } from '../kit/death.ts';
import { expectErrors } from '../kit/log.ts';
import { startWorld } from '../kit/platform.ts';
import { authorized, merchant, newPayer, opened, transactionAt } from '../services/cards/payments-world.ts';

const world = await startWorld();
expectErrors('Ledger invariant violated.');

/** The number of findings, and the transactions that differ. */
async function named(): Promise<{ found: number; ids: string[] }> {
  await world.running.audit();
  const rows = await select<{ id: string }>(world.databaseUrl, 'select transaction_id as id from cards.audit_finding');
  const { payload } = await world.app.inject({ method: 'GET', url: '/metrics' });
  const [, found] = /findings\{service="cards"\} (\d+)/.exec(payload) ?? [];
  return { found: Number(found), ids: rows.map(({ id }) => id) };
}

const change = (id: string, what: string) =>
  select(world.databaseUrl, `update cards.card_transaction set ${what} where id = $1`, [uuidIn(id)]);

async function follow(cardId: string, path: string, { id, amount }: { id: string; amount: number }): Promise<void> {
  const body = { cardTransactionId: id, amount };
  const { status } = await world.rest('POST', `/sandbox/cards/${cardId}/simulate/${path}`, { body });
  expect(status).toBe(202);
  await world.settle();
}

test('transactions that are held, cleared, returned, declined and owed have no findings', async () => {
  const { cardId } = await newPayer(world, { amount: 5_000 });
  await authorized(world, cardId, { amount: 100 });
  const partly = await authorized(world, cardId, { amount: 300 });
  await follow(cardId, 'clearing', { id: partly.id, amount: 100 });
  await follow(cardId, 'return', { id: partly.id, amount: 50 });
  const short = await authorized(world, cardId, { amount: 1_000 });
  await follow(cardId, 'clearing', { id: short.id, amount: 9_000 });
  await opened(world, cardId, 'financial_credit_authorization', { amount: 70 });
  await authorized(world, cardId, { amount: 90_000 });
  const euros = await newPayer(world, { currency: 'EUR' });
  await authorized(world, euros.cardId, { currency: 'EUR' });

  expect((await transactionAt(world, short.id)).status).toBe('EXCEPTION');
  expect(await named()).toEqual({ found: 0, ids: [] });
});

test.each([
  ['holds more', 'held = held + 1', 'held = held - 1'],
  ['holds nothing', 'held = 0', 'held = 1250'],
  ['owes', 'owed = 7', 'owed = 0'],
  ['names another account', 'account_id = cardholder_id', ''],
])('a transaction that %s is found with its id, until it is corrected', async (_, tampered, corrected) => {
  const { cardId, accountId } = await newPayer(world);
  const { id } = await authorized(world, cardId);

  await change(id, tampered);
  const found = await named();
  await change(id, corrected || `account_id = '${uuidIn(accountId)}'`);

  expect([found, await named()]).toEqual([
    { found: 1, ids: [uuidIn(id)] },
    { found: 0, ids: [] },
  ]);
});

test('a transaction that is due at no time is left to its job, and found without one', async () => {
  const { cardId } = await newPayer(world);
  const { id } = await authorized(world, cardId);
  const job = `select platform_id, id || ' ' || version from cards.card_transaction where id = $1`;
  await change(id, `happening = '{"kind":"EXPIRY"}', held = held + 1, due_at = null`);

  const abandoned = await named();
  await select(world.databaseUrl, addedJob(job), [uuidIn(id)]);
  const continued = await named();

  expect([abandoned, continued]).toEqual([
    { found: 1, ids: [] },
    { found: 0, ids: [] },
  ]);
});

test('a requested transaction that is due at no time is found, until it is decided', async () => {
  const { cardId } = await newPayer(world);
  const death = dieAt('card transaction created');
  const body = { amount: 100, currency: { code: 'USD' }, merchant: merchant() };
  await world.rest('POST', `/sandbox/cards/${cardId}/simulate/authorization`, { body });
  await select(world.databaseUrl, 'update cards.card_opening set due_at = null');

  const abandoned = await named();
  await select(world.databaseUrl, `update cards.card_opening set due_at = '2000-01-01'`);
  await world.settle();

  expect([death.hasDied(), abandoned, await named()]).toEqual([true, { found: 1, ids: [] }, { found: 0, ids: [] }]);
});

const addedJob = (key: string) => `
  insert into cards.job (platform_id, kind, key, environment, clock_offset_ms, payload, run_at, due_at, request_id, created_at)
  select platform_id, 'carry-out', "?column?", 'SANDBOX', 0, '{}', now() + interval '1 day', now() + interval '1 day', '', now()
  from (${key}) one`;
