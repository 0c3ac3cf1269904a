// What POST /quotes refuses about its shape, accounts and customers, each with its code, in the contract's order.
import { describe, expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { quotesIn } from './refused-quotes.ts';
import { accountOf, newBank, newCustomer, quote, quoteBody, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { refused, corridor } = quotesIn(world);

const unknownInternal = 'InternalAccount:01900000-0000-7000-8000-000000000000';
const unknownExternal = 'ExternalAccount:01900000-0000-7000-8000-000000000000';

test('all problems of the shape are reported together', async () => {
  const { status, body } = await world.rest('POST', '/quotes', {
    body: { source: { sourceType: 'ACCOUNT' }, destination: { destinationType: 'MAIL' }, lockedCurrencySide: 'BOTH' },
  });

  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  expect(body.details.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
    'destination.destinationType',
    'lockedCurrencyAmount',
    'lockedCurrencySide',
    'source.accountId',
  ]);
});

describe('before accounts are checked', () => {
  test.each([0, -1, 9_000_000_000_000_001, 2 ** 53, 1e300, -1e300])(
    'an amount of %d is invalid',
    async (lockedCurrencyAmount) => {
      expect(await refused(unknownInternal, unknownExternal, { lockedCurrencyAmount })).toEqual([
        400,
        'INVALID_AMOUNT',
        undefined,
      ]);
    },
  );
});

describe('accounts', () => {
  test('that do not exist are all named', async () => {
    const errors = ['source.accountId', 'destination.accountId'].map((field) => ({
      field,
      message: 'is not an account of this platform',
    }));
    expect(await refused(unknownInternal, unknownExternal)).toEqual([400, 'INVALID_INPUT', { errors }]);
  });

  test('of another platform do not exist', async () => {
    const { accountId, bank } = await corridor(await world.newPlatform());
    expect((await refused(accountId, bank)).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
  });

  test('must differ', async () => {
    const { accountId } = await corridor();
    expect((await refused(accountId, accountId)).slice(0, 2)).toEqual([400, 'SELF_PAYMENT']);
  });

  test('outside must belong to the payer, or to the platform', async () => {
    const [{ accountId }, { bank }] = [await corridor(), await corridor()];
    expect((await refused(accountId, bank)).slice(0, 2)).toEqual([400, 'INVALID_BANK_ACCOUNT']);
    expect((await quote(world, accountId, await newBank(world, undefined))).status).toBe(201);
  });

  test('outside can neither pay nor be paid in production without a rail', async () => {
    const tenant = await world.newPlatform({ environment: 'production' });
    const account = await accountOf(tenant, undefined);
    const bank = await newBank(tenant, undefined);

    for (const [from, to] of [
      [account, bank],
      [bank, account],
    ] as const) {
      const { status, body } = await quote(tenant, from, to);
      expect([status, body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
    }
  });

  test('in two currencies have no rate in production without a source of rates', async () => {
    const tenant = await world.newPlatform({ environment: 'production', currencies: ['USD', 'EUR'] });
    const [dollars, euro] = [await accountOf(tenant, undefined, 'USD'), await accountOf(tenant, undefined, 'EUR')];

    const { status, body } = await quote(tenant, dollars, euro);
    const list = await tenant.rest('GET', '/exchange-rates?destinationCurrency=EUR');

    expect([status, body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
    const sources = list.body.data.map((row: { sourceCurrency: { code: string } }) => row.sourceCurrency.code);
    expect(sources).toEqual(['EUR', 'EUR']);
  });

  test('must be active', async () => {
    const { customerId, accountId, bank } = await corridor();
    const other = await accountOf(world, customerId, 'EUR');
    const change = InternalAccountChange.FROZEN;
    await world.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change });

    expect(await refused(accountId, bank)).toEqual([400, 'INVALID_INPUT', { accountStatus: 'FROZEN' }]);
    expect(await refused(other, accountId)).toEqual([400, 'INVALID_INPUT', { accountStatus: 'FROZEN' }]);
  });
});

describe('customers', () => {
  test('pay for themselves only', async () => {
    const [{ accountId, bank }, { customerId }] = [await corridor(), await corridor()];
    const source = { sourceType: 'ACCOUNT', accountId, customerId };
    const errors = [{ field: 'source.customerId', message: 'is not the owner of the source account' }];

    expect(await refused(accountId, bank, { source })).toEqual([400, 'INVALID_INPUT', { errors }]);
  });

  test('must be verified if the platform pays on their behalf', async () => {
    const accountId = await accountOf(world, undefined);
    const { body } = await world.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada 001' } });
    const source = { sourceType: 'ACCOUNT', accountId, customerId: body.id };

    expect((await refused(accountId, await newBank(world, body.id), { source })).slice(0, 2)).toEqual([403, 'USER_NOT_READY']);
  });

  test('must have accepted the terms if the platform is not regulated', async () => {
    const tenant = await world.newPlatform({ regulated: false });
    const accountId = await accountOf(tenant, undefined);
    const customerId = await newCustomer(tenant);
    const source = { sourceType: 'ACCOUNT', accountId, customerId };

    const { status, body } = await quote(tenant, accountId, await newBank(tenant, customerId), { source });

    expect([status, body.code]).toEqual([403, 'END_USER_TERMS_NOT_ACCEPTED']);
  });

  test('that do not exist cannot be paid for', async () => {
    const accountId = await accountOf(world, undefined);
    const source = { sourceType: 'ACCOUNT', accountId, customerId: 'Customer:01900000-0000-7000-8000-000000000000' };

    expect((await refused(accountId, await newBank(world, undefined), { source })).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
  });
});

test('creating quotes needs the permission to transact, and reading them does not', async () => {
  const tenant = await world.newPlatform({ permissions: [Permission.VIEW] });

  const made = await tenant.rest('POST', '/quotes', { body: quoteBody(unknownInternal, unknownExternal) });
  const seen = await tenant.rest('GET', '/quotes/Quote:01900000-0000-7000-8000-000000000000');

  expect([made.status, made.body.code]).toEqual([403, 'FORBIDDEN']);
  expect([seen.status, seen.body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
});
