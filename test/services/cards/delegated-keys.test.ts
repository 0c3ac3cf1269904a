// Wallets as funding sources: delegated keys live as long as their card is funded by the wallet.
import { expect, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';
import { signedHeaders } from '../../kit/wallet-client.ts';
import { newHolder, signTwice } from '../../kit/wallet-holder.ts';

const world = await startWorld();
const holder = await newHolder(world, { currencies: ['USD'] });
const { customerId, accountId: wallet, key } = holder;
const list = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
const dollars = list.body.data[0].id;

async function newCard(): Promise<string> {
  const body = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [wallet] };
  const { body: card } = await world.rest('POST', '/cards', { body });
  return card.id;
}

async function newKey(cardId: string) {
  const body = { cardId, internalAccountId: wallet, nickname: 'Groceries' };
  const { second } = await signTwice(world, { method: 'POST', path: '/auth/delegated-keys', body, key });
  return world.rest('POST', '/auth/delegated-keys', { body, headers: signedHeaders(second?.body, key) });
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
  expect((await newKey(cardId).catch((error: Error) => error)) instanceof Error).toBe(true);
});
