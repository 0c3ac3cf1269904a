// A rail of the operator's whose bank returns a payout days after it was delivered.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { PaymentRail } from '../../../gen/payments/common/v1/payment_pb.ts';
import {
  ListOffersResponseSchema,
  PayoutReportSchema,
  PayoutState,
  RailService,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { dieAt } from '../../kit/death.ts';
import { newTrader, startRates } from './rates-world.ts';
import { balancesOf, execute, findings, quote, steps, transaction } from './transfers-world.ts';

const world = await startRates();
const dayMs = 86_400_000;
let state: PayoutState = PayoutState.SENT;
world.absent.answer(RailService.method.listOffers, () =>
  create(ListOffersResponseSchema, { offers: [{ rail: PaymentRail.ACH, seconds: 86_400, isInstant: false }] }),
);
for (const method of [RailService.method.submitPayout, RailService.method.getPayout]) {
  world.absent.answer(method, () => create(PayoutReportSchema, { state }));
}

/** A payout, and how the rail reports on it. */
async function newPayout() {
  const { tenant, dollars } = await newTrader(world);
  const address = { line1: '1 Main Street', city: 'New York', state: 'NY', postalCode: '10001', country: 'US' };
  const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Hopper Inc.', taxId: '12-3456789', address };
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber: '123456789', routingNumber: '021000021', beneficiary };
  const { body: bank } = await tenant.rest('POST', '/platform/external-accounts', { body: { currency: 'USD', accountInfo } });
  await world.settle(); // the account is checked
  const { body: made } = await quote(tenant, dollars, bank.id);
  const key = made.transactionId.slice('Transaction:'.length);
  const report = async (next: PayoutState) => {
    state = next;
    await tenant.internal(RailReportService).reportProgress({ key });
  };
  await execute(tenant, made.id);
  return { tenant, dollars, made, report };
}

test('is told five days later, refunded in full, and told once however often the rail reports it', async () => {
  const { tenant, dollars, made, report } = await newPayout();
  await report(PayoutState.DELIVERED);
  const delivered = await transaction(tenant, made.transactionId);

  world.wall.advance(5 * dayMs);
  await world.settle();
  await report(PayoutState.RETURNED);
  await report(PayoutState.RETURNED);

  const { status, failureReason, refund, settledAt } = await transaction(tenant, made.transactionId);
  expect([delivered.status, status, failureReason, refund.status]).toEqual([
    'COMPLETED',
    'FAILED',
    'PAYOUT_RETURNED',
    'COMPLETED',
  ]);
  expect(settledAt).toBe(delivered.settledAt);
  expect(Date.parse(refund.settledAt) - Date.parse(delivered.settledAt)).toBeGreaterThanOrEqual(5 * dayMs);
  expect(await steps(tenant, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
  expect(await balancesOf(tenant, dollars)).toEqual([100_000, 100_000]);
  expect((await world.told(made.transactionId)).map((type) => type.replace('OUTGOING_PAYMENT.', ''))).toEqual([
    'PENDING',
    'PROCESSING',
    'COMPLETED',
    'FAILED',
    'REFUND_PENDING',
    'REFUND_COMPLETED',
  ]);
  expect(await findings(tenant)).toEqual([]);
});

test.each(['returned booked', 'refundStarted booked', 'refunded booked'])(
  'is refunded once when the process dies at "%s" and the rail does not report again',
  async (point) => {
    const { tenant, dollars, made, report } = await newPayout();
    await report(PayoutState.DELIVERED);
    dieAt(point);

    await expect(report(PayoutState.RETURNED)).rejects.toThrow(`Died at '${point}'`);
    world.wall.advance(10_000);
    await world.settle();

    const { status, refund } = await transaction(tenant, made.transactionId);
    expect([status, refund?.status]).toEqual(['FAILED', 'COMPLETED']);
    expect(await steps(tenant, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
    expect(await balancesOf(tenant, dollars)).toEqual([100_000, 100_000]);
    expect(await findings(tenant)).toEqual([]);
  },
);
