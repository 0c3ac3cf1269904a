// The audits of the services: no findings for a sound platform, and every finding is counted, logged and exported as a metric.
import { expect, test } from 'vitest';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { select } from '../kit/books.ts';
import { expectErrors } from '../kit/log.ts';
import { makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { startWorld } from '../kit/platform.ts';

expectErrors('Ledger invariant violated.');

const world = await startWorld();

const gauges = async () => {
  const { payload } = await world.app.inject({ method: 'GET', url: '/metrics' });
  return Object.fromEntries(
    [...payload.matchAll(/^payments_audit_findings\{service="(\w+)"\} (\d+)$/gm)].map(([, ...pair]) => pair),
  );
};

test('no metrics before the first audit; zeros for a sound platform', async () => {
  const before = await gauges();
  const payer = await makePayer(world.rest, 100_000);
  const payee = await makePayee(world.rest, payer.customerId);
  const quote = await makeQuote(world.rest, { from: payer.accountId, to: payee, amount: 20_000 });
  await world.rest('POST', `/quotes/${quote.id}/execute`);

  await world.running.audit();

  expect([before, await gauges()]).toEqual([{}, { accounts: '0', cards: '0', stablecoins: '0', transfers: '0' }]);
});

test('a changed balance and a stuck payment are found on any platform', async () => {
  const other = await world.newPlatform();
  const payer = await makePayer(other.rest, 100_000);
  const payee = await makePayee(other.rest, payer.customerId, '005');
  const quote = await makeQuote(other.rest, { from: payer.accountId, to: payee, amount: 20_000 });
  await other.rest('POST', `/quotes/${quote.id}/execute`);
  await select(world.databaseUrl, 'update accounts.balance set available = available + 1 where id = $1', [
    uuidIn(payer.accountId),
  ]);
  await select(world.databaseUrl, `delete from transfers.job where payload ->> 'transactionId' = $1`, [
    uuidIn(quote.transactionId),
  ]);
  await select(world.databaseUrl, `update transfers.transaction set state = 'HELD' where id = $1`, [uuidIn(quote.transactionId)]);

  await world.running.audit();

  expect(await gauges()).toEqual({ accounts: '1', cards: '0', stablecoins: '0', transfers: '1' });
  await select(world.databaseUrl, 'update accounts.balance set available = available - 1 where id = $1', [
    uuidIn(payer.accountId),
  ]);
  await world.running.audit();
  expect(await gauges()).toEqual({ accounts: '0', cards: '0', stablecoins: '0', transfers: '1' });
});

test.each([
  ['a second SETTLE', ['SETTLE_1'], 1],
  ['a second hold', ['HOLD_2'], 1],
])('%s of one payment', async (_, steps, count) => {
  const payer = await makePayer(world.rest, 100_000);
  const payee = await makePayee(world.rest, payer.customerId);
  const quote = await makeQuote(world.rest, { from: payer.accountId, to: payee, amount: 20_000 });
  await world.rest('POST', `/quotes/${quote.id}/execute`);
  await world.running.audit();
  const before = await gauges();

  for (const step of steps) await select(world.databaseUrl, copiedStep, [uuidIn(quote.transactionId), step]);

  await world.running.audit();
  expect(Number((await gauges()).accounts) - Number(before.accounts)).toBe(count);
});

/** The same hold under another name, without moving money. */
const copiedStep = `
  with made as (
    insert into accounts.journal (id, platform_id, subject, step, fingerprint, created_at)
    select gen_random_uuid(), platform_id, subject, $2, fingerprint, created_at
    from accounts.journal where subject = $1 and step = 'HOLD' returning id, platform_id
  )
  insert into accounts.posting (platform_id, journal_id, line, balance_id, part, currency, amount)
  select p.platform_id, made.id, line, balance_id, part, currency, 0 from accounts.posting p
  join accounts.journal j on j.id = p.journal_id and subject = $1 and step = 'HOLD' join made on true`;
