// What POST /quotes refuses about currencies, amounts, rails and fees, each with its code, in the contract's order.
import { describe, expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { quotesIn } from './refused-quotes.ts';
import {
  accountOf,
  newBank,
  newCustomer,
  newPayer,
  newSepaBank,
  newUpiAccount,
  quote,
  sharedTransfers,
} from './transfers-world.ts';

const world = await sharedTransfers();
const { corridor, refused } = quotesIn(world);

describe('currencies', () => {
  test("other than the destination's are refused", async () => {
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
  test('that would yield nothing are out of range', async () => {
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

  test('a named rail must carry the amount', async () => {
    const { accountId, bank } = await corridor();
    const destination = { destinationType: 'ACCOUNT', accountId: bank, paymentRail: 'ACH' };
    const details = { min: 1, max: 100_000_000, currency: 'USD' };

    expect(await refused(accountId, bank, { destination, lockedCurrencyAmount: 100_000_001 })).toEqual([
      400,
      'AMOUNT_OUT_OF_RANGE',
      details,
    ]);
  });

  test('the only rail to the account must carry the amount, even if none is named', async () => {
    const { customerId, accountId } = await corridor();
    const upi = await newUpiAccount(world, customerId);
    const receiving = (lockedCurrencyAmount: number) =>
      refused(accountId, upi, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount });

    expect((await receiving(10_000_000))[0]).toBe(201);
    expect(await receiving(10_000_001)).toEqual([400, 'AMOUNT_OUT_OF_RANGE', { min: 1, max: 10_000_000, currency: 'INR' }]);
  });

  test.each(['x'.repeat(81), 'Invoice\n7', 'Invoice\t7', 'Invoice\u20287'])(
    'the remittance text is one short line, and not %j',
    async (remittanceInformation) => {
      const { accountId, bank } = await corridor();

      const refusal = await refused(accountId, bank, { remittanceInformation });

      expect(refusal.slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
    },
  );
});

describe('a platform fee override', () => {
  const override = (currency: string, amount = 10) => ({
    platformFeeOverride: { platformFixedFee: { amount, currency }, platformVariableFeeBps: 0 },
  });

  test('is in US dollars', async () => {
    const { accountId, bank } = await corridor();
    expect((await refused(accountId, bank, override('EUR'))).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
  });

  test('is neither negative nor more than everything', async () => {
    const { accountId, bank } = await corridor();
    const greedy = { platformFeeOverride: { platformFixedFee: { amount: 0, currency: 'USD' }, platformVariableFeeBps: 10_001 } };

    expect((await refused(accountId, bank, override('USD', -1))).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
    expect((await refused(accountId, bank, greedy)).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
  });

  test('needs an account for the fee, unless it is a waiver', async () => {
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
