// What POST /quotes refuses, each with its code, in the contract's order.
import { describe, expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { accountOf, newBank, newCustomer, newPayer, newSepaBank, quote, quoteBody, startTransfers } from './transfers-world.ts';

const world = await startTransfers();

/** A payer of the tenant, with a bank account to pay to. */
async function corridor(tenant: Tenant = world) {
  const { customerId, accountId } = await newPayer(tenant, { amount: 0 });
  return { customerId, accountId, bank: await newBank(tenant, customerId) };
}

async function refused(source: string, destination: string, more: object = {}) {
  const { status, body } = await quote(world, source, destination, more);
  return [status, body.code, body.details];
}

const unknownInternal = 'InternalAccount:01900000-0000-7000-8000-000000000000';
const unknownExternal = 'ExternalAccount:01900000-0000-7000-8000-000000000000';

test('all problems of the shape come at once', async () => {
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

describe('before accounts are looked at', () => {
  test.each([0, -1, 9_000_000_000_000_001])('an amount of %i is invalid', async (lockedCurrencyAmount) => {
    expect(await refused(unknownInternal, unknownExternal, { lockedCurrencyAmount })).toEqual([400, 'INVALID_AMOUNT', undefined]);
  });
});

describe('accounts', () => {
  test('that do not exist are all named', async () => {
    const errors = ['source.accountId', 'destination.accountId'].map((field) => ({
      field,
      message: 'is no account of this platform',
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

  test('outside must be of who pays, or of the platform', async () => {
    const [{ accountId }, { bank }] = [await corridor(), await corridor()];
    expect((await refused(accountId, bank)).slice(0, 2)).toEqual([400, 'INVALID_BANK_ACCOUNT']);
    expect((await quote(world, accountId, await newBank(world, undefined))).status).toBe(201);
  });

  test('outside neither pay nor are paid in production, where no rail is connected', async () => {
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

  test('on whose behalf the platform pays must be verified', async () => {
    const accountId = await accountOf(world, undefined);
    const { body } = await world.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada 001' } });
    const source = { sourceType: 'ACCOUNT', accountId, customerId: body.id };

    expect((await refused(accountId, await newBank(world, body.id), { source })).slice(0, 2)).toEqual([403, 'USER_NOT_READY']);
  });

  test('must have accepted the terms where the platform is not regulated', async () => {
    const tenant = await world.newPlatform({ regulated: false });
    const accountId = await accountOf(tenant, undefined);
    const customerId = await newCustomer(tenant);
    const source = { sourceType: 'ACCOUNT', accountId, customerId };

    const { status, body } = await quote(tenant, accountId, await newBank(tenant, customerId), { source });

    expect([status, body.code]).toEqual([403, 'END_USER_TERMS_NOT_ACCEPTED']);
  });

  test('that nobody knows cannot be paid for', async () => {
    const accountId = await accountOf(world, undefined);
    const source = { sourceType: 'ACCOUNT', accountId, customerId: 'Customer:01900000-0000-7000-8000-000000000000' };

    expect((await refused(accountId, await newBank(world, undefined), { source })).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('currencies', () => {
  test('that the destination is not in are refused', async () => {
    const { accountId, bank } = await corridor();
    const destination = { destinationType: 'ACCOUNT', accountId: bank, currency: 'EUR' };

    expect((await refused(accountId, bank, { destination })).slice(0, 2)).toEqual([400, 'INVALID_CURRENCY']);
  });

  const entry = (currencyCode: string, enabledTransactionTypes = ['INCOMING', 'OUTGOING']) => ({
    currencyCode,
    minAmount: 500,
    maxAmount: 2_000,
    requiredCounterpartyFields: [],
    enabledTransactionTypes,
  });

  test.each([
    ['the receiving one is not enabled', [entry('USD')], 1_000, [400, 'INVALID_CURRENCY']],
    ['the sending one only comes in', [entry('USD', ['INCOMING']), entry('EUR')], 1_000, [400, 'INVALID_CURRENCY']],
    ['less is sent than the platform allows', [entry('USD'), entry('EUR')], 499, [400, 'AMOUNT_OUT_OF_RANGE']],
    ['more is sent than the platform allows', [entry('USD'), entry('EUR')], 2_001, [400, 'AMOUNT_OUT_OF_RANGE']],
    ['all is well', [entry('USD'), entry('EUR')], 1_000, [201, undefined]],
  ])('when %s', async (_, supportedCurrencies, lockedCurrencyAmount, expected) => {
    const tenant = await world.newPlatform();
    const { customerId, accountId } = await newPayer(tenant, { amount: 0 });
    const bank = await newSepaBank(tenant, customerId);
    await tenant.rest('PATCH', '/config', { body: { supportedCurrencies } });

    const { status, body } = await quote(tenant, accountId, bank, { lockedCurrencyAmount });

    expect([status, body.code]).toEqual(expected);
    if (body.code === 'AMOUNT_OUT_OF_RANGE') expect(body.details).toEqual({ min: 500, max: 2_000, currency: 'USD' });
  });
});

describe('amounts and rails', () => {
  test('of which nothing would arrive are out of range', async () => {
    const customerId = await newCustomer(world);
    const from = await accountOf(world, customerId, 'UGX');
    const to = await accountOf(world, customerId, 'USD');

    expect((await refused(from, to, { lockedCurrencyAmount: 1 })).slice(0, 2)).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
  });

  test('a rail must reach the account', async () => {
    const { accountId, bank } = await corridor();
    const destination = { destinationType: 'ACCOUNT', accountId: bank, paymentRail: 'PIX' };
    const [status, code, details] = await refused(accountId, bank, { destination });

    expect([status, code]).toEqual([400, 'INVALID_INPUT']);
    expect(details.errors[0]).toMatchObject({ field: 'destination.paymentRail' });
  });

  test('a rail that is named must carry the amount', async () => {
    const { accountId, bank } = await corridor();
    const destination = { destinationType: 'ACCOUNT', accountId: bank, paymentRail: 'ACH' };
    const details = { min: 1, max: 100_000_000, currency: 'USD' };

    expect(await refused(accountId, bank, { destination, lockedCurrencyAmount: 100_000_001 })).toEqual([
      400,
      'AMOUNT_OUT_OF_RANGE',
      details,
    ]);
  });

  test('the text that travels on the rail is short', async () => {
    const { accountId, bank } = await corridor();

    expect((await refused(accountId, bank, { remittanceInformation: 'x'.repeat(81) })).slice(0, 2)).toEqual([
      400,
      'INVALID_INPUT',
    ]);
  });
});

describe('a platform fee override', () => {
  const override = (currency: string, amount = 10) => ({
    platformFeeOverride: { platformFixedFee: { amount, currency }, platformVariableFeeBps: 0 },
  });

  test('is in US dollars', async () => {
    const { accountId, bank } = await corridor();
    expect((await refused(accountId, bank, override('EUR'))).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
  });

  test('is not negative, nor more than everything', async () => {
    const { accountId, bank } = await corridor();
    const greedy = { platformFeeOverride: { platformFixedFee: { amount: 0, currency: 'USD' }, platformVariableFeeBps: 10_001 } };

    expect((await refused(accountId, bank, override('USD', -1))).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
    expect((await refused(accountId, bank, greedy)).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
  });

  test('needs an account that takes it, unless it is a waiver', async () => {
    const tenant = await world.newPlatform();
    const { customerId, accountId } = await newPayer(tenant, { amount: 0 });
    const bank = await newBank(tenant, customerId);
    const change = InternalAccountChange.FROZEN;
    const fees = await accountOf(tenant, undefined);
    await tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId: fees, change });

    const { status, body } = await quote(tenant, accountId, bank, override('USD'));

    expect([status, body.code, body.details]).toEqual([400, 'INVALID_INPUT', { reason: 'PLATFORM_ACCOUNT_REQUIRED' }]);
    expect((await quote(tenant, accountId, bank, override('USD', 0))).status).toBe(201);
  });
});

test('quotes need the permission to transact, and a look at them does not', async () => {
  const tenant = await world.newPlatform({ permissions: [Permission.VIEW] });

  const made = await tenant.rest('POST', '/quotes', { body: quoteBody(unknownInternal, unknownExternal) });
  const seen = await tenant.rest('GET', '/quotes/Quote:01900000-0000-7000-8000-000000000000');

  expect([made.status, made.body.code]).toEqual([403, 'FORBIDDEN']);
  expect([seen.status, seen.body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
});
