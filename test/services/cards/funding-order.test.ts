// The accounts of a card pay in their order; a wallet only while it has a delegated key.
import { expect, test } from 'vitest';
import { fund } from '../../kit/payments.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { signedHeaders } from '../../kit/wallet-client.ts';
import { newHolder, signTwice } from '../../kit/wallet-holder.ts';
import { authorized, balancesOf, transactionAt } from './payments-world.ts';

const world = await sharedWorld();
const { customerId, accountId: wallet, key } = await newHolder(world, { currencies: ['USD'] });
const list = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
const dollars = list.body.data[0].id;
await fund(world.rest, dollars, 1_000);
await fund(world.rest, wallet, 20_000_000);

async function newCard(fundingSources: readonly string[]): Promise<string> {
  const body = { cardholderId: customerId, form: 'VIRTUAL', fundingSources };
  const { body: card } = await world.rest('POST', '/cards', { body });
  await world.settle();
  return card.id;
}

async function newKey(cardId: string): Promise<string> {
  const body = { cardId, internalAccountId: wallet, nickname: 'Groceries' };
  const { second } = await signTwice(world, { method: 'POST', path: '/auth/delegated-keys', body, key });
  const made = await world.rest('POST', '/auth/delegated-keys', { body, headers: signedHeaders(second?.body, key) });
  return made.body.id;
}

const approvedFrom = (accountId: string) => ({ status: 'AUTHORIZED', accountId });

test('the first account that covers the whole amount pays', async () => {
  const cardId = await newCard([dollars, wallet]);

  expect(await authorized(world, cardId, { amount: 600 })).toMatchObject(approvedFrom(dollars));
  expect(await authorized(world, cardId, { amount: 600 })).toMatchObject({
    declineReason: 'INSUFFICIENT_FUNDS',
    accountId: dollars,
  });
  const keyId = await newKey(cardId);
  const paid = await authorized(world, cardId, { amount: 600 });
  expect(paid).toMatchObject({ ...approvedFrom(wallet), pullSummary: { count: 1, totalAmount: 6_000_000 } });
  expect(await balancesOf(world, { customerId, accountId: wallet })).toEqual([14_000_000, 20_000_000]);
  expect(await authorized(world, cardId, { amount: 400 })).toMatchObject(approvedFrom(dollars));
  await world.rest('DELETE', `/auth/delegated-keys/${keyId}`);
  expect(await authorized(world, cardId, { amount: 600 })).toMatchObject({ declineReason: 'INSUFFICIENT_FUNDS' });
});

test('a card with a wallet alone requires its key', async () => {
  const cardId = await newCard([wallet]);

  expect(await authorized(world, cardId)).toMatchObject({ declineReason: 'NO_ELIGIBLE_FUNDING_SOURCE', accountId: wallet });
  await newKey(cardId);
  expect(await authorized(world, cardId)).toMatchObject(approvedFrom(wallet));
});

test('a payment keeps its account when the card changes its accounts', async () => {
  await fund(world.rest, dollars, 1_000);
  const cardId = await newCard([dollars]);
  const [, before] = await balancesOf(world, { customerId, accountId: dollars });
  const { id } = await authorized(world, cardId, { amount: 600 });

  await world.rest('PATCH', `/cards/${cardId}`, { body: { fundingSources: [wallet] } });
  const cleared = { cardTransactionId: id, amount: 700 };
  await world.rest('POST', `/sandbox/cards/${cardId}/simulate/clearing`, { body: cleared });

  expect(await transactionAt(world, id)).toMatchObject({ status: 'SETTLED', accountId: dollars });
  const [, after] = await balancesOf(world, { customerId, accountId: dollars });
  expect(before - after).toBe(700);
});

test('events of a payment from a wallet are converted to its currency', async () => {
  await fund(world.rest, wallet, 20_000_000);
  const cardId = await newCard([wallet]);
  await newKey(cardId);
  const [before] = await balancesOf(world, { customerId, accountId: wallet });
  const { id } = await authorized(world, cardId, { amount: 600 });
  const report = (event: string, amount: number) =>
    world.rest('POST', `/sandbox/cards/${cardId}/simulate/${event}`, { body: { cardTransactionId: id, amount } });

  await report('clearing', 700);
  await report('return', 200);

  expect(await transactionAt(world, id)).toMatchObject({
    status: 'SETTLED',
    settledAmount: { amount: 700, currency: { code: 'USD' } },
    refundedAmount: { amount: 200 },
    pullSummary: { count: 2, totalAmount: 7_000_000 },
    settlementSummary: { count: 1, totalAmount: 7_000_000 },
    refundSummary: { count: 1, totalAmount: 2_000_000 },
  });
  const [after] = await balancesOf(world, { customerId, accountId: wallet });
  expect(before - after).toBe(5_000_000);
});
