// A production installation with an operator's rail: another process, connected only over RPC, that really moves money.
import { describe, expect, test } from 'vitest';
import { PaymentRail } from '../../gen/payments/common/v1/payment_pb.ts';
import { PayoutFailure, PayoutState, PullState } from '../../gen/payments/rails/v1/rail_pb.ts';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { brokenInvariants, stepsOf } from '../kit/books.ts';
import { businessBank, eventually } from '../kit/payments.ts';
import { operatorOf } from './production-platform.ts';
import { startRailWorld } from './rail-world.ts';

const { DATABASE_URL, rail, platformId, platform, rest, account, bank, realtime, end, ...paying } = await startRailWorld();
const { quoteBody, quote, execute, begin, transaction } = paying;

test('the rail issues coordinates of accounts and quotes, for the currencies that it collects', async () => {
  const numbersOf = ({ body }: { body: { data: Coordinated[] } }) =>
    body.data.map(({ fundingPaymentInstructions: [first] }) => first?.accountOrWalletInfo.accountNumber);
  const [dollars] = await eventually(
    async () => numbersOf(await rest('GET', '/platform/internal-accounts?currency=USD')),
    ([number]) => number !== undefined,
  );
  const euro = numbersOf(await rest('GET', '/platform/internal-accounts?currency=EUR'));
  const made = await quote({ source: realtime, to: account, amount: 300_000 });
  const { accountOrWalletInfo: forQuote } = made.paymentInstructions[0];

  expect([dollars?.slice(0, 2), euro]).toEqual(['55', [undefined]]);
  expect(forQuote).toMatchObject({
    bankName: 'Bank of the Rail',
    reference: (await transaction(made.transactionId)).reconciliationInstructions.reference,
  });
  expect(forQuote.accountNumber).not.toBe(dollars);
});

interface Coordinated {
  readonly fundingPaymentInstructions: readonly { accountOrWalletInfo: { accountNumber: string } }[];
}

test('a payment that the rail reports executes its quote', async () => {
  const made = await quote({ source: realtime, to: account, amount: 300_000 });
  const { reference } = (await transaction(made.transactionId)).reconciliationInstructions;

  await rail.tell({ deposit: 'first', reference, amount: 300_000, platformId });

  expect((await transaction(made.transactionId)).status).toBe('COMPLETED');
  expect(await balance()).toBe(300_000);
});

test('a dry run in production does not reach the rail', async () => {
  const made = await quote({ to: bank });
  const { submitted } = await rail.done();
  const dry = { headers: { 'dry-run': 'true' } };

  const executed = await rest('POST', `/quotes/${made.id}/execute`, dry);
  const funded = await rest('POST', '/quotes', { ...dry, body: quoteBody({ source: realtime, to: account }) });

  expect([executed.status, executed.body.status]).toEqual([200, 'PROCESSING']);
  expect([funded.status, funded.body.details]).toEqual([400, { reason: 'DRY_RUN_NOT_SUPPORTED' }]);
  expect((await transaction(made.transactionId)).status).toBe('PENDING');
  expect((await rail.done()).submitted).toEqual(submitted);
});

test('the rail makes an offer, its fee is in the price, and it reports when the payout has arrived', async () => {
  const made = await quote({ to: bank, more: { remittanceInformation: 'Invoice 7' } });
  const executed = await execute(made.id);
  const waiting = await transaction(made.transactionId);

  await rail.tell({ payout: uuidIn(made.transactionId), report: { state: PayoutState.DELIVERED } });

  expect([made.totalSendingAmount, made.totalReceivingAmount, made.feesIncluded]).toEqual([10_000, 9_975, 25]);
  expect([executed.status, executed.body.status]).toEqual([200, 'PROCESSING']);
  expect([waiting.paymentRail, waiting.railSelectionMode, waiting.settlementTimelineSeconds]).toEqual(['RTP', 'AUTO', 5]);
  expect((await rail.done()).submitted.at(-1)).toEqual({
    key: uuidIn(made.transactionId),
    identifier: '123456789',
    rail: PaymentRail.RTP,
    amount: 9_975,
    text: 'Invoice 7',
    owner: `Platform:${platformId}`,
    bank: '021000021',
    payee: 'Hopper Inc.',
  });
  expect((await transaction(made.transactionId)).status).toBe('COMPLETED');
  expect(await stepsOf(DATABASE_URL, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
});

test("money is converted at the operator's rate", async () => {
  const { body } = await rest('GET', '/platform/internal-accounts?currency=EUR');
  const made = await quote({ to: body.data[0].id, amount: 10_000 });
  const executed = await execute(made.id);

  expect([made.totalReceivingAmount, made.feesIncluded]).toEqual([7_960, 50]);
  expect([executed.status, executed.body.status]).toEqual([200, 'COMPLETED']);
});

test('the operator sets the service fee while the platform runs', async () => {
  const operator = await operatorOf(platform);

  const set = await operator.run('fees', 'set', 'USD-EUR', '--platform', platformId, '--fixed', '100');
  const wrong = await operator.run('fees', 'set', 'USD-EUR', '--platform', platformId, '--fixed', '1.5');

  expect([set.code, wrong.code]).toEqual([0, 2]);
  const { body } = await rest('GET', '/platform/internal-accounts?currency=EUR');
  const made = await quote({ to: body.data[0].id, amount: 10_000 });
  expect([made.totalReceivingAmount, made.feesIncluded]).toEqual([7_920, 100]);
});

test('what an instant rail does not carry goes over the other one', async () => {
  const made = await quote({ to: bank, amount: 60_000 });

  expect((await transaction(made.transactionId)).paymentRail).toBe('ACH');
  expect([made.totalReceivingAmount, made.feesIncluded]).toEqual([60_000, 0]);
});

test('a route that the rail does not carry to this bank gets no quote', async () => {
  const accountInfo = { ...businessBank.accountInfo, routingNumber: '011000015' };
  const { body: unreached } = await rest('POST', '/platform/external-accounts', { body: { ...businessBank, accountInfo } });

  const { status, body } = await eventually(
    () => rest('POST', '/quotes', { body: quoteBody({ to: unreached.id }) }),
    ({ body: answer }) => answer.code !== 'INVALID_RECEIVER', // until the account is checked
  );

  expect([status, body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
});

describe('a payout', () => {
  test.each([
    [PayoutFailure.ACCOUNT_INVALID, 'ACCOUNT_INVALID'],
    [PayoutFailure.ACCOUNT_CANNOT_RECEIVE, 'ACCOUNT_CANNOT_RECEIVE'],
    [PayoutFailure.COMPLIANCE_REJECTED, 'COMPLIANCE_REJECTED'],
    [PayoutFailure.LIMIT_EXCEEDED, 'LIMIT_EXCEEDED'],
    [PayoutFailure.UNSPECIFIED, 'QUOTE_EXECUTION_FAILED'],
  ])('that fails with %i fails with %s, and is refunded in full', async (failure, failureReason) => {
    const before = await balance();
    const key = await begin();

    await rail.tell({ payout: key, report: { state: PayoutState.FAILED, failure } });

    const { status, refund, ...ended } = await transaction(`Transaction:${key}`);
    expect([status, ended.failureReason, refund.status]).toEqual(['FAILED', failureReason, 'COMPLETED']);
    expect(await balance()).toBe(before);
  });

  test('that is returned days later is refunded', async () => {
    const before = await balance();
    const key = await begin();
    await rail.tell({ payout: key, report: { state: PayoutState.DELIVERED } });
    await rail.tell({ payout: key, report: { state: PayoutState.DELIVERED } });
    expect(await balance()).toBe(before - 10_000);

    await rail.tell({ payout: key, report: { state: PayoutState.RETURNED } });

    const { status, failureReason, refund } = await transaction(`Transaction:${key}`);
    expect([status, failureReason, refund.status]).toEqual(['FAILED', 'PAYOUT_RETURNED', 'COMPLETED']);
    expect(await stepsOf(DATABASE_URL, `Transaction:${key}`)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
    expect(await balance()).toBe(before);
  });

  test('returned before its delivery was reported sends both webhooks, in order', async () => {
    const key = await begin();

    await rail.tell({ payout: key, report: { state: PayoutState.RETURNED } });

    const ended = await eventually(
      () => transaction(`Transaction:${key}`),
      ({ status }) => status === 'FAILED',
    );
    expect([ended.failureReason, ended.refund.status]).toEqual(['PAYOUT_RETURNED', 'COMPLETED']);
    expect(await stepsOf(DATABASE_URL, `Transaction:${key}`)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
  });

  test('is polled when it is due, if the rail does not report', async () => {
    const key = await begin();

    await rail.tell({ payout: key, report: { state: PayoutState.SENT, nextAfterMs: 300n } });
    await withoutReports(async () => {
      await expect(rail.tell({ payout: key, report: { state: PayoutState.DELIVERED } })).rejects.toThrow('ECONNREFUSED');
    });

    await eventually(
      () => transaction(`Transaction:${key}`),
      ({ status }) => status === 'COMPLETED',
    );
  });

  test.each([
    ['on its way', PayoutState.SENT, 'COMPLETED', 0],
    ['delivered in secret', PayoutState.DELIVERED, 'FAILED', 10_000],
  ])('that is %s is cancelled, or not', async (_, state, refundStatus, gone) => {
    const before = await balance();
    const { transactionId, answer } = await cancelled(state);

    expect([answer.status, answer.body.refund.status]).toEqual([200, refundStatus]);
    await completed(transactionId);
    expect(await balance()).toBe(before - gone);
  });

  test('that was delivered despite a cancellation can still be returned', async () => {
    const before = await balance();
    const { transactionId } = await cancelled(PayoutState.DELIVERED);
    await completed(transactionId);

    await rail.tell({ payout: uuidIn(transactionId), report: { state: PayoutState.RETURNED } });

    const { status, failureReason, refund } = await transaction(transactionId);
    expect([status, failureReason]).toEqual(['FAILED', 'PAYOUT_RETURNED']);
    expect(refund).toMatchObject({ status: 'COMPLETED', reason: 'TRANSACTION_FAILED' });
    expect(await stepsOf(DATABASE_URL, transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
    expect(await balance()).toBe(before);
  });
});

describe('a pull', () => {
  test.each([
    ['is collected', PullState.COLLECTED, 'COMPLETED', 10_000],
    ['is refused', PullState.REFUSED, 'FAILED', 0],
  ])('that %s', async (_, state, status, came) => {
    const before = await balance();
    const made = await quote({ source: { sourceType: 'ACCOUNT', accountId: bank }, to: account });
    await execute(made.id);
    expect((await transaction(made.transactionId)).status).toBe('PROCESSING');
    const key = uuidIn(made.transactionId);
    expect((await rail.done()).pulled.at(-1)).toEqual({ key, owner: `Platform:${platformId}`, payer: 'Hopper Inc.' });

    await rail.tell({ pull: key, state });

    expect((await transaction(made.transactionId)).status).toBe(status);
    expect(await balance()).toBe(before + came);
  });
});

test('the rail returns money that cannot be booked, once', async () => {
  const made = await quote({ source: realtime, to: account });
  const { reference } = (await transaction(made.transactionId)).reconciliationInstructions;

  await rail.tell({ deposit: 'short', reference, amount: 7_000, platformId });
  await rail.tell({ deposit: 'short', reference, amount: 7_000, platformId });

  const { status, failureReason, refund } = await transaction(made.transactionId);
  expect([status, failureReason, refund.status]).toEqual(['FAILED', 'FUNDING_AMOUNT_MISMATCH', 'COMPLETED']);
  expect((await rail.done()).refunded).toEqual([{ key: uuidIn(made.transactionId), amount: 7_000 }]);
});

test('while the rail is unreachable no quote is made, and the books are consistent', async () => {
  await rail.stop();

  const { status, body } = await rest('POST', '/quotes', { body: quoteBody({ to: bank }) });

  expect([status, body.code]).toEqual([400, 'QUOTE_REQUEST_FAILED']);
  expect(await brokenInvariants(DATABASE_URL)).toEqual([]);
});

/** Runs this while the reports of the rail do not arrive. */
async function withoutReports(work: () => Promise<void>): Promise<void> {
  await rail.tell({ platform: 'http://127.0.0.1:9' });
  try {
    await work();
  } finally {
    await rail.tell({ platform: `http://${platform.rpc}` });
  }
}

/** A payout on a slow rail, with unreported progress at the time of its cancellation. */
async function cancelled(state: PayoutState) {
  const { id, transactionId } = await quote({ to: bank, more: { destination: { ...end(bank), paymentRail: 'ACH' } } });
  await execute(id);
  await withoutReports(async () => {
    if (state !== PayoutState.SENT) await rail.tell({ payout: uuidIn(transactionId), report: { state } }).catch(() => {});
  });
  return { transactionId, answer: await rest('POST', `/transactions/${transactionId}/cancel`) };
}

const completed = (id: string) =>
  eventually(
    () => transaction(id),
    ({ status }) => status === 'COMPLETED',
  );

const balance = async () => (await rest('GET', '/platform/internal-accounts?currency=USD')).body.data[0].balance.amount;
