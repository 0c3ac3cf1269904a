// Wallets as funding sources: delegated keys live as long as their card is funded by the wallet.
import { expect, test } from 'vitest';
import { CardDirectoryService } from '../../../gen/payments/cards/v1/card_directory_pb.ts';
import { outcome } from '../../kit/rest.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { signedHeaders } from '../../kit/wallet-client.ts';
import { newHolder, signTwice } from '../../kit/wallet-holder.ts';
import { refusalOf } from './cards-world.ts';
import { authorized, opened, transactionAt } from './payments-world.ts';

const world = await sharedWorld();
const holder = await newHolder(world, { currencies: ['USD'] });
const { customerId, accountId: wallet, key } = holder;
const list = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
const dollars = list.body.data[0].id;

async function newCard(platformCardId?: string): Promise<string> {
  const body = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [wallet], platformCardId };
  const { body: card } = await world.rest('POST', '/cards', { body });
  return card.id;
}

async function newKey(cardId: string) {
  const body = { cardId, internalAccountId: wallet, nickname: 'Groceries' };
  const { second } = await signTwice(world, { method: 'POST', path: '/auth/delegated-keys', body, key });
  return world.rest('POST', '/auth/delegated-keys', { body, headers: signedHeaders(second?.body, key) });
}

/** Of the first, unsigned call. */
async function refusalOfKey(cardId: string, internalAccountId = wallet): Promise<unknown[]> {
  const body = { cardId, internalAccountId, nickname: 'Groceries' };
  return outcome(await world.rest('POST', '/auth/delegated-keys', { body }));
}

const statusOf = async (id: string) => (await world.rest('GET', `/auth/delegated-keys/${id}`)).body.status;
const change = (cardId: string, body: object) => world.rest('PATCH', `/cards/${cardId}`, { body });

test('a key can be created right after the card', async () => {
  const { status, body } = await newKey(await newCard());

  expect([status, body.status]).toEqual([201, 'ACTIVE']);
});

test('a wallet that no longer funds a card loses its key, and gets a new source when it is added again', async () => {
  const cardId = await newCard();
  const { body: first } = await newKey(cardId);

  await change(cardId, { fundingSources: [dollars] });
  await world.settle();
  const afterRemoval = await statusOf(first.id);
  await change(cardId, { fundingSources: [dollars, wallet] });
  await world.settle();
  const { body: second } = await newKey(cardId);

  expect([afterRemoval, await statusOf(first.id), second.status]).toEqual(['REVOKED', 'REVOKED', 'ACTIVE']);
  expect(second.fundingSourceId).not.toBe(first.fundingSourceId);
});

test('a wallet that only changes its place keeps its key', async () => {
  const cardId = await newCard();
  const { body: made } = await newKey(cardId);

  await change(cardId, { fundingSources: [dollars, wallet] });
  await world.settle();

  expect(await statusOf(made.id)).toBe('ACTIVE');
});

test('a closed card has no keys, but still shows its sources', async () => {
  const cardId = await newCard();
  const { body: made } = await newKey(cardId);
  await world.settle();

  const { body: card } = await change(cardId, { state: 'CLOSED' });
  await world.settle();

  expect([await statusOf(made.id), card.fundingSources]).toEqual(['REVOKED', [wallet]]);
  expect(await refusalOfKey(cardId)).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test('a card that an operator closed has no keys', async () => {
  const cardId = await newCard();
  const { body: made } = await newKey(cardId);

  await world.internal(CardDirectoryService).closeCard({ cardId });
  await world.settle();

  expect([await statusOf(made.id), await refusalOfKey(cardId)]).toEqual(['REVOKED', [404, 'REFERENCE_NOT_FOUND']]);
});

test('a card that its issuer rejected gets no key', async () => {
  const cardId = await newCard('rejected-002');

  await world.settle();

  expect(await refusalOfKey(cardId)).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test('an account that is no wallet needs no key, and a wallet that does not fund the card gets none', async () => {
  const cardId = await newCard();
  await change(cardId, { fundingSources: [dollars] });
  await world.settle();

  expect(await refusalOfKey(cardId, dollars)).toEqual([400, 'INVALID_INPUT']);
  expect(await refusalOfKey(cardId)).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test('each card of a wallet has a key of its own', async () => {
  const [first, second] = [await newCard(), await newCard()];
  const keys = [(await newKey(first)).body, (await newKey(second)).body];

  await change(first, { state: 'CLOSED' });
  await world.settle();

  expect(await Promise.all(keys.map(({ id }) => statusOf(id)))).toEqual(['REVOKED', 'ACTIVE']);
});

test('a wallet owes a clearing of any amount that its books can hold, and authorizations of such amounts are declined', async () => {
  const cardId = await newCard();
  await newKey(cardId);
  await world.rest('POST', `/sandbox/internal-accounts/${wallet}/fund`, { body: { amount: 10_000_000 } });
  await world.settle();
  const { id } = await authorized(world, cardId, { amount: 100 });
  const clear = (amount: number) =>
    world.rest('POST', `/sandbox/cards/${cardId}/simulate/clearing`, { body: { cardTransactionId: id, amount } });

  const beyondBooks = await clear(9_000_000_000_000_000);
  const declined = await opened(world, cardId, 'authorization', { amount: 9_000_000_000_000_000 });
  const owed = await clear(1_000_000_000_000);

  expect(refusalOf(beyondBooks)).toEqual([400, 'INVALID_INPUT', undefined, ['amount']]);
  expect(declined.declineReason).toBe('INSUFFICIENT_FUNDS');
  expect(owed.status).toBe(202);
  expect(await transactionAt(world, id)).toMatchObject({
    status: 'EXCEPTION',
    settledAmount: { amount: 1_000_000_000_000 },
    pullSummary: { count: 2, totalAmount: 1_000_000, pendingCount: 0 },
    settlementSummary: { count: 1, totalAmount: Number.MAX_SAFE_INTEGER },
  });
});
