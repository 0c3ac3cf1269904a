// A rail that reports nothing, as a sandbox platform requests it: the next poll finds the outcome.
import { expect, test } from 'vitest';
import { makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();

test.each([
  ['911', 'COMPLETED', 600],
  ['002', 'FAILED', 600],
  ['003', 'COMPLETED', 960],
  ['005', 'FAILED', 630],
])('a payout with the suffix %s becomes %s after the silence', async (suffix, outcome, seconds) => {
  const { rest, advance } = await world.newPlatform();
  const { accountId, customerId } = await makePayer(rest);
  const payee = await makePayee(rest, customerId, suffix);
  const quote = await makeQuote(rest, { from: accountId, to: payee });
  const statusOf = async (id: string) => (await rest('GET', `/transactions/${id}`)).body.status;
  await rest('POST', '/sandbox/faults', { body: { type: 'RAIL_SILENT' } });

  await rest('POST', `/quotes/${quote.id}/execute`);
  const during = await statusOf(quote.transactionId);
  await advance(599);
  const before = await statusOf(quote.transactionId);
  await advance(seconds - 599);
  const after = await statusOf(quote.transactionId);

  expect([during, before, after]).toEqual(['PROCESSING', 'PROCESSING', outcome]);
  expect((await rest('GET', '/sandbox/faults')).body.data).toEqual([]);
});

test('a pull is collected after the silence', async () => {
  const { rest, advance } = await world.newPlatform();
  const { accountId, customerId } = await makePayer(rest);
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber: '55779911', routingNumber: '021000021', beneficiary };
  const { body: bank } = await rest('POST', '/customers/external-accounts', {
    body: { customerId, currency: 'USD', accountInfo },
  });
  await rest('POST', '/sandbox/faults', { body: { type: 'RAIL_SILENT', delayMs: 5_000 } });
  const transfer = { source: { accountId: bank.id }, destination: { accountId }, amount: 100 };

  const { body: pulled } = await rest('POST', '/transfer-in', { body: transfer });
  await advance(5);

  expect(pulled.status).toBe('PENDING');
  expect((await rest('GET', `/transactions/${pulled.id}`)).body.status).toBe('COMPLETED');
});
