// Transfers without a quote, in and out: the table of sandbox outcomes, what is refused, and what tells that quotes replace them.
import { describe, expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import {
  accountOf,
  balancesOf,
  findings,
  newBank,
  newCustomer,
  newPayer,
  newSepaBank,
  newWallet,
  startTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await startTransfers();

type Way = 'in' | 'out';

async function transfer(tenant: Tenant, way: Way, { from = '', to = '', key = '', ...more }: Record<string, unknown>) {
  const body = { source: { accountId: from }, destination: { accountId: to }, amount: 1_000, ...more };
  return tenant.rest('POST', `/transfer-${way}`, { body, headers: key ? { 'idempotency-key': String(key) } : {} });
}

async function parties(suffix = '999') {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 5_000 });
  return { tenant, customerId, accountId, bank: await newBank(tenant, customerId, suffix) };
}

const backAgain = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
const outgoing = (told: string[]) => told.map((type) => `OUTGOING_PAYMENT.${type}`);
const incoming = (told: string[]) => told.map((type) => `INCOMING_PAYMENT.${type}`);

describe.each([
  { suffix: '002', failureReason: 'QUOTE_EXECUTION_FAILED' },
  { suffix: '003', failureReason: 'ACCOUNT_INVALID' },
  { suffix: '004', failureReason: 'ACCOUNT_CANNOT_RECEIVE' },
])('a transfer out to $suffix', ({ suffix, failureReason }) => {
  test('is refused by the rail, and goes back from the hold', async () => {
    const { tenant, accountId, bank } = await parties(suffix);

    const { status, body } = await transfer(tenant, 'out', { from: accountId, to: bank });

    expect([status, body.type, body.direction, body.status]).toEqual([201, 'OUTGOING', 'DEBIT', 'FAILED']);
    expect([body.failureReason, body.refund.status, body.refund.reason]).toEqual([
      failureReason,
      'COMPLETED',
      'TRANSACTION_FAILED',
    ]);
    expect(await world.told(body.id)).toEqual(outgoing(['PENDING', ...backAgain]));
    expect(await steps(tenant, body.id)).toEqual(['HOLD', 'RELEASE', 'REFUND_DONE']);
    expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
    expect(await findings(tenant)).toEqual([]);
  });
});

test('a transfer out to 005 waits for half a minute with its money held, then fails', async () => {
  const { tenant, accountId, bank } = await parties('005');

  const { body } = await transfer(tenant, 'out', { from: accountId, to: bank });

  expect(body.status).toBe('PENDING');
  expect(await balancesOf(tenant, accountId)).toEqual([4_000, 5_000]);
  expect((await tenant.rest('GET', '/transactions?status=PENDING&type=OUTGOING')).body.totalCount).toBe(1);
  world.wall.advance(29_999);
  expect(await world.told(body.id)).toEqual(outgoing(['PENDING']));
  world.wall.advance(1);
  expect(await world.told(body.id)).toEqual(outgoing(['PENDING', ...backAgain]));
  const { status, failureReason, refund } = await transaction(tenant, body.id);
  expect([status, failureReason, refund.reason]).toEqual(['FAILED', 'QUOTE_EXECUTION_FAILED', 'TIMEOUT']);
  expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
});

test.each(['999', '006', '007'])('a transfer out to %s is completed at once', async (suffix) => {
  const { tenant, accountId, bank } = await parties(suffix);
  const more = { remittanceInformation: 'Invoice 7', purposeOfPayment: 'GIFT' };

  const { status, body, headers } = await transfer(tenant, 'out', { from: accountId, to: bank, ...more });

  expect([status, body.status, body.quoteId]).toEqual([201, 'COMPLETED', undefined]);
  expect([body.sentAmount.amount, body.receivedAmount.amount, body.exchangeRate, body.fees]).toEqual([1_000, 1_000, 1, 0]);
  expect([headers.deprecation, headers.link]).toEqual(['true', '</2025-10-13/quotes>; rel="successor-version"']);
  expect(await world.told(body.id)).toEqual(outgoing(['PENDING', 'PROCESSING', 'COMPLETED']));
  expect(await steps(tenant, body.id)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(tenant, accountId)).toEqual([4_000, 4_000]);
  expect(await findings(tenant)).toEqual([]);
});

test('a transfer out of everything takes what is available', async () => {
  const { tenant, accountId, bank } = await parties();

  const all = await transfer(tenant, 'out', { from: accountId, to: bank, amount: undefined });
  const nothing = await transfer(tenant, 'out', { from: accountId, to: bank, amount: undefined });

  expect([all.body.sentAmount.amount, all.body.status]).toEqual([5_000, 'COMPLETED']);
  expect([nothing.status, nothing.body.code]).toEqual([400, 'INVALID_AMOUNT']);
});

test('a transfer out of more than there is leaves nothing behind', async () => {
  const { tenant, accountId, bank } = await parties();

  const { status, body } = await transfer(tenant, 'out', { from: accountId, to: bank, amount: 5_001 });

  const details = { reason: 'INSUFFICIENT_BALANCE', available: 5_000, required: 5_001, currency: 'USD' };
  expect([status, body.code, body.details]).toEqual([400, 'INVALID_AMOUNT', details]);
  expect((await tenant.rest('GET', '/transactions?type=OUTGOING')).body.totalCount).toBe(0);
});

describe.each([
  { suffix: '999', told: ['PENDING', 'COMPLETED'], status: 'COMPLETED', left: 6_000, booked: ['IN'] },
  { suffix: '006', told: ['PENDING', 'COMPLETED'], status: 'COMPLETED', left: 6_000, booked: ['IN'] },
  ...['002', '003', '004'].map((suffix) => ({
    suffix,
    told: ['PENDING', 'FAILED'],
    status: 'FAILED',
    failureReason: 'COLLECTION_FAILED',
    left: 5_000,
    booked: [],
  })),
])('a transfer in from $suffix', ({ suffix, told, left, booked, ...ends }) => {
  test('ends at once', async () => {
    const { tenant, accountId, bank } = await parties(suffix);

    const { status, body, headers } = await transfer(tenant, 'in', { from: bank, to: accountId });

    expect([status, body.type, body.direction]).toEqual([201, 'INCOMING', 'CREDIT']);
    expect({ status: body.status, ...(body.failureReason && { failureReason: body.failureReason }) }).toEqual(ends);
    expect([body.source.accountId, body.destination.accountId, body.refund]).toEqual([bank, accountId, undefined]);
    expect([headers.deprecation, headers.link]).toEqual(['true', '</2025-10-13/quotes>; rel="successor-version"']);
    expect(await world.told(body.id)).toEqual(incoming(told));
    expect(await steps(tenant, body.id)).toEqual(booked);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await findings(tenant)).toEqual([]);
  });
});

test('a transfer in from 005 waits for half a minute, then fails', async () => {
  const { tenant, accountId, bank } = await parties('005');

  const { body } = await transfer(tenant, 'in', { from: bank, to: accountId });

  expect(body.status).toBe('PENDING');
  world.wall.advance(29_999);
  expect(await world.told(body.id)).toEqual(incoming(['PENDING']));
  world.wall.advance(1);
  expect(await world.told(body.id)).toEqual(incoming(['PENDING', 'FAILED']));
  expect((await transaction(tenant, body.id)).failureReason).toBe('COLLECTION_FAILED');
  expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
});

describe.each<Way>(['in', 'out'])('a transfer %s', (way) => {
  const ends = (account: string, bank: string) => (way === 'in' ? { from: bank, to: account } : { from: account, to: bank });

  test('is made once under one key', async () => {
    const { tenant, accountId, bank } = await parties();
    const wanted = { ...ends(accountId, bank), key: 'one' };

    const first = await transfer(tenant, way, wanted);
    const again = await transfer(tenant, way, wanted);
    const other = await transfer(tenant, way, { ...wanted, amount: 7 });

    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect([other.status, other.body.details.reason]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await tenant.rest('GET', `/transactions?accountIdentifier=${bank}`)).body.totalCount).toBe(1);
  });

  test('needs both accounts, each on its side', async () => {
    const { tenant, accountId, bank } = await parties();
    const nobody = '01900000-0000-7000-8000-000000000000';
    const wrong = [
      ends(`InternalAccount:${nobody}`, bank),
      ends(accountId, `ExternalAccount:${nobody}`),
      ends(bank, accountId),
      ends('nonsense', bank),
    ];

    for (const one of wrong) {
      const { status, body } = await transfer(tenant, way, one);
      expect([status, body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    }
  });

  test('is in one currency', async () => {
    const { tenant, customerId, accountId } = await parties();
    const { status, body } = await transfer(tenant, way, ends(accountId, await newSepaBank(tenant, customerId)));

    expect([status, body.code]).toEqual([400, 'INVALID_CURRENCY']);
  });

  test.each([0, -5])('of %i is none', async (amount) => {
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

  test('touches no account that is frozen', async () => {
    const { tenant, accountId, bank } = await parties();
    const change = InternalAccountChange.FROZEN;
    await tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change });
    const { status, body } = await transfer(tenant, way, ends(accountId, bank));

    expect([status, body.code, body.details]).toEqual([400, 'INVALID_INPUT', { accountStatus: 'FROZEN' }]);
  });
});

test('only banks are pulled from, and the amount must be told', async () => {
  const { tenant, customerId, bank, accountId } = await parties();
  const wallet = await newWallet(tenant, customerId);
  const coins = await accountOf(tenant, customerId, 'USDC');

  const fromWallet = await transfer(tenant, 'in', { from: wallet, to: coins });
  const untold = await transfer(tenant, 'in', { from: bank, to: accountId, amount: undefined });

  expect([fromWallet.status, fromWallet.body.code]).toEqual([400, 'INVALID_BANK_ACCOUNT']);
  expect([untold.status, untold.body.code]).toEqual([400, 'INVALID_AMOUNT']);
});

test('wallets outside are paid as well, in the currency of the account', async () => {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 5_000_000, currency: 'USDC' });

  const { body } = await transfer(tenant, 'out', { from: accountId, to: await newWallet(tenant, customerId, '003') });

  expect([body.status, body.failureReason]).toEqual(['FAILED', 'ACCOUNT_INVALID']);
});
