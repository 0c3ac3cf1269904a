// Issuing cards, and what the issuer of the sandbox makes of them.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { cardBody, createCard, newCardholder } from './cards-world.ts';

const world = await sharedWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const cardholder = await newCardholder(world);
const { USD, EUR } = cardholder.accounts;

const cardAt = async (id: string) => (await world.rest('GET', `/cards/${id}`)).body;
const eventsOf = (id: string) => receiver.events.filter(({ body }) => body.data.id === id).map(({ body }) => body);

test('a card is PROCESSING in the response, and ACTIVE when its issuer has provisioned it', async () => {
  const now = world.wall.now().toISOString();

  const { status, body } = await createCard(world, cardholder, { platformCardId: 'card-77', maxSpendPerTransaction: 5_000 });

  const ordered = {
    id: expect.stringMatching(/^Card:[0-9a-f-]{36}$/),
    cardholderId: cardholder.customerId,
    platformCardId: 'card-77',
    state: 'PROCESSING',
    stateReason: null,
    form: 'VIRTUAL',
    fundingSources: [USD],
    maxSpendPerTransaction: 5_000,
    currency: 'USD',
    createdAt: now,
    updatedAt: now,
  };
  expect([status, body]).toEqual([201, ordered]);
  await world.settle();
  const issued = {
    ...body,
    state: 'ACTIVE',
    brand: 'VISA',
    last4: '5005', // 45 · 961 + 55 · 31 + 55 = 45005
    expMonth: world.wall.now().getUTCMonth() + 1,
    expYear: world.wall.now().getUTCFullYear() + 3,
    processorRef: expect.stringMatching(/^card_[0-9a-f]{8}$/),
    issuerRef: expect.stringMatching(/^iss_[0-9a-f]{8}$/),
    updatedAt: expect.any(String),
  };
  expect(await cardAt(body.id)).toEqual(issued);
  expect(eventsOf(body.id).map(({ type, data }) => [type, data])).toEqual([['CARD.STATE_CHANGE', issued]]);
});

test('a card without an id of the platform gets a UUID, and no limit', async () => {
  const { body } = await createCard(world, cardholder);

  expect(body.platformCardId).toMatch(/^[0-9a-f-]{36}$/);
  expect(body.maxSpendPerTransaction).toBeNull();
});

test('cards in EUR are of the other brand, and take a password that is never shown', async () => {
  const password = `secret-${randomUUID()}`;

  const { status, body } = await createCard(world, cardholder, { fundingSources: [EUR], threeDSecurePassword: password });

  expect([status, body.currency]).toEqual([201, 'EUR']);
  await world.settle();
  const card = await cardAt(body.id);
  expect([card.state, card.brand]).toEqual(['ACTIVE', 'MASTERCARD']);
  expect(JSON.stringify([body, card, eventsOf(body.id)])).not.toContain(password);
});

test('the id of a closed card stays in use', async () => {
  const { body } = await createCard(world, cardholder, { platformCardId: 'once' });
  await world.settle();
  await world.rest('PATCH', `/cards/${body.id}`, { body: { state: 'CLOSED' } });

  expect((await createCard(world, cardholder, { platformCardId: 'once' })).status).toBe(409);
});

test('a repeated request under one key returns one card', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = cardBody(cardholder, { platformCardId: 'repeated' });

  const first = await world.rest('POST', '/cards', { body, headers });
  const second = await world.rest('POST', '/cards', { body, headers });

  expect([second.status, second.body]).toEqual([201, first.body]);
});
