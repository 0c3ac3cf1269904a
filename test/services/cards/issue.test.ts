// Issuing cards: the checks of a request in their order, and what the issuer of the sandbox makes of it.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { startWorld } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { cardBody, createCard, newCardholder, refusalOf } from './cards-world.ts';

const world = await startWorld();
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

const unverified = await newCardholder(world, { fullName: 'Ada Lovelace 001' });
const stranger = await newCardholder(world);
const deleted = await newCardholder(world);
await world.rest('DELETE', `/customers/${deleted.customerId}`);
const refusing = await newCardholder(world, { platformCustomerId: 'refusing-102' });
const closed = await newCardholder(world, { platformCustomerId: 'closed-103' });
await createCard(world, cardholder, { platformCardId: 'taken' });
const foreigner = await newCardholder(await world.newPlatform());
const frozen = await newCardholder(world);
const { USD: frozenId = '' } = frozen.accounts;
const directory = world.internal(AccountDirectoryService);
await directory.changeInternalAccountStatus({ accountId: frozenId, change: InternalAccountChange.FROZEN });
const { body: ownAccounts } = await world.rest('GET', '/platform/internal-accounts?currency=USD');
const businessInfo = { legalName: 'Acme Inc', country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' };
const business = await newCardholder(world, { customerType: 'BUSINESS', fullName: undefined, businessInfo });
const pounds = await newCardholder(world, { currencies: ['GBP', 'USD'] });

const ineligible = (index: number) => [400, 'INVALID_INPUT', 'FUNDING_SOURCE_INELIGIBLE', [`fundingSources.${index}`]];
const invalid = (...fields: string[]) => [400, 'INVALID_INPUT', undefined, fields];
const eleven = Array.from({ length: 11 }, () => `InternalAccount:${randomUUID()}`);
const unknownCustomer = `Customer:${randomUUID()}`;
const nobodys = `InternalAccount:${randomUUID()}`;

/** Each request also breaks the rules of the rows below it, as far as they can be broken together. */
test.each([
  ['no body', {}, invalid('cardholderId', 'form', 'fundingSources')],
  ['another form', cardBody(cardholder, { form: 'PHYSICAL' }), invalid('form')],
  ['no source', cardBody(cardholder, { fundingSources: [] }), invalid('fundingSources')],
  ['a source twice', cardBody(cardholder, { fundingSources: [USD, USD] }), invalid('fundingSources')],
  ['eleven sources', cardBody(cardholder, { fundingSources: eleven }), invalid('fundingSources')],
  ['a limit of 0', cardBody(cardholder, { maxSpendPerTransaction: 0 }), invalid('maxSpendPerTransaction')],
  ['a negative limit', cardBody(cardholder, { maxSpendPerTransaction: -1 }), invalid('maxSpendPerTransaction')],
  ['a limit of null', cardBody(cardholder, { maxSpendPerTransaction: null }), invalid('maxSpendPerTransaction')],
  ['a limit with a fraction', cardBody(cardholder, { maxSpendPerTransaction: 1.5 }), invalid('maxSpendPerTransaction')],
  [
    'too high a limit',
    cardBody(cardholder, { maxSpendPerTransaction: 9_000_000_000_000_001 }),
    invalid('maxSpendPerTransaction'),
  ],
  ['a short password', cardBody(cardholder, { threeDSecurePassword: 'seven77' }), invalid('threeDSecurePassword')],
  ['a long password', cardBody(cardholder, { threeDSecurePassword: 'p'.repeat(65) }), invalid('threeDSecurePassword')],
  ['an empty id', cardBody(cardholder, { platformCardId: '' }), invalid('platformCardId')],
  ['a long id', cardBody(cardholder, { platformCardId: 'i'.repeat(256) }), invalid('platformCardId')],
  ['an unprintable id', cardBody(cardholder, { platformCardId: 'a\u0007b' }), invalid('platformCardId')],
  [
    'an unknown cardholder',
    { ...cardBody(cardholder, { fundingSources: [nobodys] }), cardholderId: unknownCustomer },
    invalid('cardholderId'),
  ],
  ['a cardholder of another platform', cardBody(foreigner, { fundingSources: [nobodys] }), invalid('cardholderId')],
  ['a deleted cardholder', cardBody(deleted, { fundingSources: [nobodys] }), invalid('cardholderId')],
  [
    'an unverified cardholder',
    cardBody(unverified, { fundingSources: [nobodys], platformCardId: 'taken' }),
    [400, 'CARDHOLDER_KYC_NOT_APPROVED', undefined, undefined],
  ],
  [
    'an unverified business',
    cardBody(business, { fundingSources: [nobodys], platformCardId: 'taken' }),
    [400, 'CARDHOLDER_KYC_NOT_APPROVED', undefined, undefined],
  ],
  ['an unknown account', cardBody(cardholder, { fundingSources: [USD, nobodys], platformCardId: 'taken' }), ineligible(1)],
  ['an account of another customer', cardBody(cardholder, { fundingSources: [USD, stranger.accounts.USD] }), ineligible(1)],
  ['an account of the platform', cardBody(cardholder, { fundingSources: [ownAccounts.data[0].id] }), ineligible(0)],
  ['an account that is not ACTIVE', cardBody(frozen, { fundingSources: [frozen.accounts.EUR, frozenId] }), ineligible(1)],
  ['an account in another currency', cardBody(pounds, { fundingSources: [pounds.accounts.GBP] }), ineligible(0)],
  ['accounts of two programs', cardBody(cardholder, { fundingSources: [USD, EUR] }), ineligible(1)],
  ['an account that ends in 002', cardBody(refusing, { threeDSecurePassword: 'password' }), ineligible(0)],
  ['an account that ends in 003', cardBody(closed, { threeDSecurePassword: 'password' }), ineligible(0)],
  [
    'a password of a card in USD',
    cardBody(cardholder, { threeDSecurePassword: 'password', platformCardId: 'taken' }),
    invalid('threeDSecurePassword'),
  ],
  ['an id that is in use', cardBody(cardholder, { platformCardId: 'taken' }), [409, 'CONFLICT', undefined, undefined]],
])('%s is refused', async (_, body, refusal) => {
  expect(refusalOf(await world.rest('POST', '/cards', { body }))).toEqual(refusal);
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

test('a verified business has cards', async () => {
  const { customerId } = business;
  await world.rest('POST', '/verifications', { body: { customerId } });
  await world.settle();
  const { body: list } = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);

  const { status, body } = await createCard(world, business, { fundingSources: [list.data[0]?.id] });

  expect([status, body.cardholderId]).toEqual([201, customerId]);
});
