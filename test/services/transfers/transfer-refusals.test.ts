// Refused transfers without a quote, and the headers that announce quotes as their replacement.
import { describe, expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ServiceFeeService } from '../../../gen/payments/transfers/v1/service_fee_pb.ts';
import { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import { transfer, transfersIn, type Way } from './transfer-parties.ts';
import { accountOf, newBank, newCustomer, newPayer, newSepaBank, newWallet, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { parties } = transfersIn(world);

test('a transfer out beyond the balance leaves nothing behind', async () => {
  const { tenant, accountId, bank } = await parties();

  const { status, body } = await transfer(tenant, 'out', { from: accountId, to: bank, amount: 5_001 });

  const details = { reason: 'INSUFFICIENT_BALANCE', available: 5_000, required: 5_001, currency: 'USD' };
  expect([status, body.code, body.details]).toEqual([400, 'INVALID_AMOUNT', details]);
  expect((await tenant.rest('GET', '/transactions?type=OUTGOING')).body.totalCount).toBe(0);
});

describe.each<Way>(['in', 'out'])('a transfer %s', (way) => {
  const ends = (account: string, bank: string) => (way === 'in' ? { from: bank, to: account } : { from: account, to: bank });

  test('is created once under one key', async () => {
    const { tenant, accountId, bank } = await parties();
    const body = { ...ends(accountId, bank), key: 'one' };

    const first = await transfer(tenant, way, body);
    const again = await transfer(tenant, way, body);
    const other = await transfer(tenant, way, { ...body, amount: 7 });

    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect([other.status, other.body.details.reason]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await tenant.rest('GET', `/transactions?accountIdentifier=${bank}`)).body.totalCount).toBe(1);
  });

  test('is not supported in production without a rail, as documented', async () => {
    const tenant = await world.newPlatform({ environment: 'production' });
    const [account, bank] = [await accountOf(tenant, undefined), await newBank(tenant, undefined)];

    const { status, body } = await transfer(tenant, way, ends(account, bank));

    expect([status, body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
  });

  test('needs both accounts, each on its side', async () => {
    const { tenant, accountId, bank } = await parties();
    const unknown = '01900000-0000-7000-8000-000000000000';
    const wrong = [
      [404, 'REFERENCE_NOT_FOUND', ends(`InternalAccount:${unknown}`, bank)],
      [404, 'REFERENCE_NOT_FOUND', ends(accountId, `ExternalAccount:${unknown}`)],
      [400, 'INVALID_INPUT', ends(bank, accountId)],
      [400, 'INVALID_INPUT', ends('nonsense', bank)],
    ] as const;

    for (const [expected, code, one] of wrong) {
      const { status, body } = await transfer(tenant, way, one);
      expect([status, body.code]).toEqual([expected, code]);
    }
  });

  test('is in one currency', async () => {
    const { tenant, customerId, accountId } = await parties();
    const { status, body } = await transfer(tenant, way, ends(accountId, await newSepaBank(tenant, customerId)));

    expect([status, body.code]).toEqual([400, 'INVALID_CURRENCY']);
  });

  test.each([0, -5])('of %i is invalid', async (amount) => {
    const { tenant, accountId, bank } = await parties();
    const { status, body } = await transfer(tenant, way, { ...ends(accountId, bank), amount });

    expect([status, body.code]).toEqual([400, 'INVALID_AMOUNT']);
  });

  test("moves no money of another customer's bank", async () => {
    const { tenant, accountId } = await parties();
    const foreign = await newBank(tenant, await newCustomer(tenant));
    const { status, body } = await transfer(tenant, way, ends(accountId, foreign));

    expect(status).toBe(way === 'in' ? 201 : 400);
    expect(body.code).toBe(way === 'in' ? undefined : 'INVALID_BANK_ACCOUNT');
  });

  test('cannot use a frozen account', async () => {
    const { tenant, accountId, bank } = await parties();
    const change = InternalAccountChange.FROZEN;
    await tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change });
    const { status, body } = await transfer(tenant, way, ends(accountId, bank));

    expect([status, body.code, body.details]).toEqual([400, 'INVALID_INPUT', { accountStatus: 'FROZEN' }]);
  });
});

describe('a transfer in respects the settings of its platform', () => {
  const dollars = { currencyCode: 'USD', minAmount: 500, maxAmount: 2_000, requiredCounterpartyFields: [] };
  const range = { min: 500, max: 2_000, currency: 'USD' };

  test.each([
    ['the currency is not enabled', { currencyCode: 'EUR' }, 1_000, [400, 'INVALID_CURRENCY', undefined]],
    ['it only goes out', { enabledTransactionTypes: ['OUTGOING'] }, 1_000, [400, 'INVALID_CURRENCY', undefined]],
    ['it is too little', {}, 499, [400, 'AMOUNT_OUT_OF_RANGE', range]],
    ['it is too much', {}, 2_001, [400, 'AMOUNT_OUT_OF_RANGE', range]],
    ['it only comes in', { enabledTransactionTypes: ['INCOMING'] }, 500, [201, undefined, undefined]],
  ])('where %s', async (_, more, amount, expected) => {
    const { tenant, accountId, bank } = await parties();
    const entry = { ...dollars, enabledTransactionTypes: ['INCOMING', 'OUTGOING'], ...more };
    const set = await tenant.rest('PATCH', '/config', { body: { supportedCurrencies: [entry] } });

    const { status, body } = await transfer(tenant, 'in', { from: bank, to: accountId, amount });

    expect(set.status).toBe(200);
    expect([status, body.code, body.details]).toEqual(expected);
  });

  test('but not the caps and fees of outgoing payments', async () => {
    const { tenant, accountId, bank } = await parties();
    const corridor = { sendingCurrency: 'USD', receivingCurrency: 'USD' };
    await tenant.internal(VolumeLimitService).setVolumeLimit({ ...corridor, singleMax: 10n, dailyMax: 10n });
    await tenant.internal(ServiceFeeService).setServiceFee({ ...corridor, fixed: 5_000n });

    const { status, body } = await transfer(tenant, 'in', { from: bank, to: accountId });

    expect([status, body.status, body.receivedAmount.amount]).toEqual([201, 'COMPLETED', 1_000]);
  });
});

test('only banks can be pulled from, and the amount is required', async () => {
  const { tenant, customerId, bank, accountId } = await parties();
  const wallet = await newWallet(tenant, customerId);
  const coins = await accountOf(tenant, customerId, 'USDC');

  const fromWallet = await transfer(tenant, 'in', { from: wallet, to: coins });
  const untold = await transfer(tenant, 'in', { from: bank, to: accountId, amount: undefined });

  expect([fromWallet.status, fromWallet.body.code]).toEqual([400, 'INVALID_BANK_ACCOUNT']);
  expect([untold.status, untold.body.code]).toEqual([400, 'INVALID_AMOUNT']);
});

test('external wallets can be paid as well, in the currency of the account', async () => {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 5_000_000, currency: 'USDC' });

  const { body } = await transfer(tenant, 'out', { from: accountId, to: await newWallet(tenant, customerId, '003') });

  expect([body.status, body.failureReason]).toEqual(['FAILED', 'ACCOUNT_INVALID']);
});
