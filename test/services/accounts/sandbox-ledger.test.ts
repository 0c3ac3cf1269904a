// The books that developers of a sandbox platform see.
import { expect, test } from 'vitest';
import { makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { authorized, newPayer } from '../cards/payments-world.ts';
import { byDebit, mint, newIssuer } from '../stablecoins/operations-world.ts';

const world = await sharedWorld();

test('the journals of a payment are shown leg by leg, newest first', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'GBP'] });
  const { rest } = tenant;
  const { customerId, accountId } = await makePayer(rest, 100_000, ['USD']);
  const quote = await makeQuote(rest, { from: accountId, to: await makePayee(rest, customerId) });
  await rest('POST', `/quotes/${quote.id}/execute`);
  await world.settle();

  const journals = (await rest('GET', `/sandbox/ledger/journals?transactionId=${quote.transactionId}`)).body;

  const steps = journals.data.map(({ step }: { step: string }) => step);
  expect([steps, journals.hasMore]).toEqual([['SETTLE', 'DISPATCH', 'HOLD'], false]);
  const [hold] = journals.data.toReversed();
  expect(hold.legs).toEqual([
    { account: accountId, part: 'AVAILABLE', currency: 'USD', amount: -hold.legs[1].amount },
    { account: accountId, part: 'HELD', currency: 'USD', amount: expect.any(Number) },
  ]);
  for (const { legs } of journals.data) expect(sumsOf(legs)).toEqual(new Set([0]));
});

test('journals are paged, and house accounts have balances that mirror those of customers', async () => {
  const [tenant, other] = [await world.newPlatform({ currencies: ['USD'] }), await world.newPlatform({ currencies: ['USD'] })];
  await makePayer(tenant.rest, 5_000, ['USD']);
  await makePayer(tenant.rest, 7_000, ['USD']);
  const pageAt = async (query: string) => (await tenant.rest('GET', `/sandbox/ledger/journals?limit=1${query}`)).body;

  const first = await pageAt('');
  const second = await pageAt(`&cursor=${first.nextCursor}`);
  const { body: accounts } = await tenant.rest('GET', '/sandbox/ledger/accounts');

  expect(first.data[0].id > second.data[0].id).toBe(true);
  const worlds = accounts.data.filter(({ account }: { account: string }) => account.startsWith('WORLD'));
  expect(worlds).toEqual([{ account: expect.stringMatching(/^WORLD/), currency: 'USD', balance: -12_000 }]);
  expect((await other.rest('GET', '/sandbox/ledger/journals')).body).toEqual({ data: [], hasMore: false });
  expect((await other.rest('GET', '/sandbox/ledger/accounts')).body.data).toEqual([]);
});

test('journals name what they belong to: also card transactions, mints and burns', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const stepsOf = async (query = ''): Promise<{ transactionId?: string; step: string }[]> =>
    (await tenant.rest('GET', `/sandbox/ledger/journals?limit=100${query}`)).body.data;
  const { cardId } = await newPayer({ ...tenant, settle: world.settle });
  const { id: ofCard } = await authorized(tenant, cardId);
  const issuer = await newIssuer(tenant);
  const { id: ofMint } = (await mint(tenant, issuer, byDebit(issuer))).body;
  await tenant.advance(6);

  const all = await stepsOf();

  for (const [id, step] of [
    [ofCard, 'CARD_HOLD'],
    [ofMint, 'SC_FUND'],
  ] as const) {
    const own = await stepsOf(`&transactionId=${id}`);
    expect(own.at(-1)?.step).toMatch(step);
    expect(own).toEqual(all.filter(({ transactionId }) => transactionId === id));
  }
});

test('production platforms do not see their books', async () => {
  const { rest } = await world.newPlatform({ environment: 'production' });

  expect((await rest('GET', '/sandbox/ledger/journals')).status).toBe(403);
  expect((await rest('GET', '/sandbox/ledger/accounts')).status).toBe(403);
});

/** Of each currency. */
function sumsOf(legs: readonly { currency: string; amount: number }[]): Set<number> {
  const groups = Map.groupBy(legs, ({ currency }) => currency).values();
  return new Set([...groups].map((group) => group.reduce((sum, { amount }) => sum + amount, 0)));
}
