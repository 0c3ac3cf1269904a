// Payments funded from outside by the instructions of their quote: the instructions, the execution, and refunds.
import { describe, expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { outgoing } from './event-types.ts';
import { realtime, send } from './pushes-world.ts';
import {
  accountOf,
  balancesOf,
  execute,
  findings,
  newBank,
  newCustomer,
  newWallet,
  quote,
  startTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await startTransfers();

const backAgain = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];

/** A deposit that a rail reports. */
async function deposit(tenant: Tenant, transactionId: string, { depositId = 'one', amount = 1_000n, currency = 'USD' } = {}) {
  const { reconciliationInstructions } = await transaction(tenant, transactionId);
  const { reference } = reconciliationInstructions;
  return tenant.internal(RailReportService).reportDeposit({ depositId, reference, currency, amount });
}

async function prepared(suffix = '999') {
  const tenant = await world.newPlatform();
  const customerId = await newCustomer(tenant);
  const { body: made } = await realtime(tenant, { customerId, to: await newBank(tenant, customerId, suffix) });
  return { tenant, customerId, made };
}

test('a quote shows payment instructions with the reference of its transaction', async () => {
  const { tenant, customerId, made } = await prepared();

  const { reconciliationInstructions, source, paymentInstructions } = await transaction(tenant, made.transactionId);

  expect(made.source).toEqual({ sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' });
  expect(made.paymentInstructions).toEqual([
    {
      isPlatformAccount: false,
      accountOrWalletInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: expect.stringMatching(/^\d{12}$/),
        routingNumber: '091999997',
        bankName: 'Collection Bank',
        bankAddress: '1 Settlement Square, Minneapolis, MN 55401, US',
        paymentRails: ['RTP', 'FEDNOW'],
        reference: reconciliationInstructions.reference,
      },
    },
  ]);
  expect(paymentInstructions).toEqual(made.paymentInstructions);
  expect(source).toEqual({ sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' });
  expect((await tenant.rest('GET', `/quotes/${made.id}`)).body).toEqual(made);
});

describe.each([
  { suffix: '999', eventTypes: ['COMPLETED'], status: 'COMPLETED', booked: ['SETTLE'] },
  { suffix: '002', eventTypes: backAgain, status: 'FAILED', booked: ['REVERSE', 'REFUND_DONE'] },
  { suffix: '004', eventTypes: backAgain, status: 'FAILED', booked: ['REVERSE', 'REFUND_DONE'] },
  {
    suffix: '006',
    eventTypes: ['REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'],
    status: 'COMPLETED',
    booked: ['REVERSE', 'REFUND_DONE'],
  },
  {
    suffix: '007',
    eventTypes: ['FAILED', 'REFUND_PENDING', 'REFUND_FAILED'],
    status: 'FAILED',
    booked: ['REVERSE', 'REFUND_FAIL'],
  },
])('exact funds for a bank account $suffix', ({ suffix, eventTypes, status, booked }) => {
  test('execute the quote on arrival', async () => {
    const { tenant, made } = await prepared(suffix);

    const answer = await send(tenant, made.id);

    expect([answer.status, answer.body.id, answer.body.status]).toEqual([200, made.transactionId, status]);
    expect(await world.eventTypes(made.transactionId)).toEqual(outgoing(['PENDING', 'PROCESSING', ...eventTypes]));
    expect(await steps(tenant, made.transactionId)).toEqual(['FUND', 'DISPATCH', ...booked]);
    expect(await findings(tenant)).toEqual([]);
  });
});

test('another amount fails the quote and is returned in full', async () => {
  const { tenant, made } = await prepared();

  const answer = await send(tenant, made.id, { currencyAmount: 1_001 });

  const { status, failureReason, refund, sentAmount } = answer.body;
  expect([answer.status, status, failureReason]).toEqual([200, 'FAILED', 'FUNDING_AMOUNT_MISMATCH']);
  expect([refund.status, refund.reason, sentAmount.amount]).toEqual(['COMPLETED', 'TRANSACTION_FAILED', 1_000]);
  expect(await world.eventTypes(made.transactionId)).toEqual(outgoing(['PENDING', ...backAgain]));
  expect(await steps(tenant, made.transactionId)).toEqual(['FUND', 'RELEASE', 'REFUND_DONE']);
  expect(await findings(tenant)).toEqual([]);
});

test('a deposit after the deadline is returned, and the quote stays expired', async () => {
  const { tenant, made } = await prepared();
  world.wall.advance(Date.parse(made.expiresAt) - world.wall.now().getTime());

  await deposit(tenant, made.transactionId);

  const { status, failureReason, refund } = await transaction(tenant, made.transactionId);
  expect([status, failureReason, refund.status, refund.reason]).toEqual(['EXPIRED', undefined, 'COMPLETED', 'TIMEOUT']);
  const eventTypes = outgoing(['PENDING', 'EXPIRED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
  expect(await world.eventTypes(made.transactionId)).toEqual(eventTypes);
  expect(await steps(tenant, made.transactionId)).toEqual(['FUND', 'RELEASE', 'REFUND_DONE']);
});

test('a second deposit under one reference gets its own transaction, which fails and is refunded', async () => {
  const { tenant, made } = await prepared();
  const first = await deposit(tenant, made.transactionId);

  const second = await deposit(tenant, made.transactionId, { depositId: 'two', amount: 70n });
  const again = await deposit(tenant, made.transactionId, { depositId: 'two', amount: 70n });

  expect([first.transactionId, again.transactionId]).toEqual([made.transactionId, second.transactionId]);
  const stray = await transaction(tenant, second.transactionId);
  expect(stray).toMatchObject({ type: 'INCOMING', direction: 'CREDIT', status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
  expect([stray.refund.status, stray.receivedAmount.amount]).toEqual(['COMPLETED', 70]);
  expect(await world.eventTypes(stray.id)).toEqual(backAgain.map((type) => `INCOMING_PAYMENT.${type}`));
  expect(await steps(tenant, stray.id)).toEqual(['FUND', 'RELEASE', 'REFUND_DONE']);
  expect((await transaction(tenant, made.transactionId)).status).toBe('COMPLETED');
  expect((await tenant.rest('GET', '/transactions')).body.totalCount).toBe(2);
  expect(await findings(tenant)).toEqual([]);
});

test('one deposit reported many times concurrently is counted once', async () => {
  const { tenant, made } = await prepared();

  await Promise.all(Array.from({ length: 10 }, () => deposit(tenant, made.transactionId)));

  expect(await steps(tenant, made.transactionId)).toEqual(['FUND', 'DISPATCH', 'SETTLE']);
  expect((await tenant.rest('GET', '/transactions')).body.totalCount).toBe(1);
});

test('of many concurrent deposits one executes the quote, and the others are returned', async () => {
  const { tenant, made } = await prepared();
  const ids = Array.from({ length: 10 }, (_, number) => `deposit ${number}`);

  await Promise.all(ids.map((depositId) => deposit(tenant, made.transactionId, { depositId })));

  expect(await steps(tenant, made.transactionId)).toEqual(['FUND', 'DISPATCH', 'SETTLE']);
  expect((await tenant.rest('GET', '/transactions?type=INCOMING&status=FAILED')).body.totalCount).toBe(9);
  expect(await findings(tenant)).toEqual([]);
});

test('a quote funded from outside cannot be executed, and stays open', async () => {
  const { tenant, customerId, made } = await prepared();
  const more = { lockedCurrencyAmount: 1_000_000 };
  const to = await accountOf(tenant, customerId);
  const { body: fromWallet } = await quote(tenant, await newWallet(tenant, customerId), to, more);

  for (const { id } of [made, fromWallet]) {
    const { status, body } = await execute(tenant, id);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await tenant.rest('GET', `/quotes/${id}`)).body.status).toBe('PENDING');
  }
});

test('immediate execution has no effect with just-in-time funding, and is refused for a wallet', async () => {
  const { tenant, customerId } = await prepared();
  const to = await newBank(tenant, customerId);

  const made = await realtime(tenant, { customerId, to, more: { immediatelyExecute: true } });
  const fromWallet = await quote(tenant, await newWallet(tenant, customerId), to, { immediatelyExecute: true });

  expect([made.status, made.body.status]).toEqual([201, 'PENDING']);
  expect([fromWallet.status, fromWallet.body.code]).toEqual([400, 'INVALID_INPUT']);
});

test('the platform can pay on its own behalf, and gets the events', async () => {
  const tenant = await world.newPlatform();
  const { body: made } = await realtime(tenant, { to: await newBank(tenant, undefined) });

  expect(made.source).toEqual({ sourceType: 'REALTIME_FUNDING', currency: 'USD' });
  expect(made.paymentInstructions[0].isPlatformAccount).toBe(true);
  expect((await transaction(tenant, made.transactionId)).customerId).toBe(`Platform:${tenant.id}`);
});

test('money for an internal account is credited, and announced as incoming', async () => {
  const { tenant, customerId } = await prepared();
  const to = await accountOf(tenant, customerId);
  const { body: made } = await realtime(tenant, { customerId, to });

  await send(tenant, made.id);

  expect(await balancesOf(tenant, to)).toEqual([1_000, 1_000]);
  const { body } = await tenant.rest('GET', '/transactions?type=INCOMING');
  expect(body.data.map(({ quoteId, status }: { quoteId: string; status: string }) => [quoteId, status])).toEqual([
    [made.id, 'COMPLETED'],
  ]);
});

test('money that can no longer be forwarded is returned', async () => {
  const { tenant, customerId, made } = await prepared();
  const { destination } = made;
  await tenant.rest('DELETE', `/customers/external-accounts/${destination.accountId}`);

  const { body } = await send(tenant, made.id);

  expect([body.status, body.failureReason, body.refund.status]).toEqual(['FAILED', 'QUOTE_EXECUTION_FAILED', 'COMPLETED']);
  expect(await world.eventTypes(made.transactionId)).toEqual(outgoing(['PENDING', 'PROCESSING', ...backAgain]));
  expect(await steps(tenant, made.transactionId)).toEqual(['FUND', 'RELEASE', 'REFUND_DONE']);
  expect(customerId).toBe(body.customerId);
});

describe('the sandbox refuses to pay', () => {
  test('an unknown quote, or another currency', async () => {
    const { tenant, made } = await prepared();
    const unknown = await send(tenant, 'Quote:01900000-0000-7000-8000-000000000000');
    const other = await send(tenant, made.id, { currencyCode: 'EUR' });
    const nothing = await send(tenant, made.id, { currencyAmount: 0 });

    expect([unknown.status, unknown.body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
    expect([other.status, other.body.code]).toEqual([400, 'INVALID_CURRENCY']);
    expect([nothing.status, nothing.body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test('a quote that is funded from inside, was paid, or has expired', async () => {
    const { tenant, customerId, made } = await prepared();
    const inside = await quote(tenant, await accountOf(tenant, customerId), await newBank(tenant, customerId));
    const { body: late } = await realtime(tenant, { customerId, to: await newBank(tenant, customerId) });
    await send(tenant, made.id);

    const refused = [await send(tenant, inside.body.id), await send(tenant, made.id)];
    world.wall.advance(900_000);
    refused.push(await send(tenant, late.id));

    for (const { status, body } of refused) expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});

test.each(['ILS', 'NGN', 'KES'])('%s cannot be paid in, because no instant rail collects it', async (currency) => {
  const tenant = await world.newPlatform();
  const customerId = await newCustomer(tenant);

  const { status, body } = await realtime(tenant, {
    customerId,
    currency,
    to: await accountOf(tenant, customerId),
    more: { lockedCurrencyAmount: 1_000_000 },
  });

  expect([status, body.code]).toEqual([400, 'INVALID_CURRENCY']);
});

test('a deposit for an account frozen in the meantime is returned', async () => {
  const { tenant, customerId } = await prepared();
  const accountId = await accountOf(tenant, customerId);
  const { body: made } = await realtime(tenant, { customerId, to: accountId });
  const change = InternalAccountChange.FROZEN;
  await tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change });

  const { body } = await send(tenant, made.id);

  expect([body.status, body.failureReason]).toEqual(['FAILED', 'QUOTE_EXECUTION_FAILED']);
  expect(await balancesOf(tenant, accountId)).toEqual([0, 0]);
});
