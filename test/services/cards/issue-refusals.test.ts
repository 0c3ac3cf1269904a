// Requests for cards that are refused: the checks in their order.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { cardBody, createCard, newCardholder, refusalOf } from './cards-world.ts';

const world = await sharedWorld();
const cardholder = await newCardholder(world);
const { USD, EUR } = cardholder.accounts;

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

test('a verified business has cards', async () => {
  const { customerId } = business;
  await world.rest('POST', '/verifications', { body: { customerId } });
  await world.settle();
  const { body: list } = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);

  const { status, body } = await createCard(world, business, { fundingSources: [list.data[0]?.id] });

  expect([status, body.cardholderId]).toEqual([201, customerId]);
});
