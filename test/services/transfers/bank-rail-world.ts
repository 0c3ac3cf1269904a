// A production installation with payouts over an operator's rail, whose reports the test controls.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { PaymentRail } from '../../../gen/payments/common/v1/payment_pb.ts';
import {
  ListOffersResponseSchema,
  PayoutReportSchema,
  PayoutState,
  RailService,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { businessBank } from '../../kit/payments.ts';
import type { Tenant } from '../../kit/platform.ts';
import { outgoing } from './event-types.ts';
import { newTrader, startRates } from './rates-world.ts';
import { execute, quote } from './transfers-world.ts';

type Report = MessageInitShape<typeof PayoutReportSchema>;

export async function startBankRail() {
  const world = await startRates();
  let report: Report = { state: PayoutState.SENT };
  world.absent.answer(RailService.method.listOffers, () =>
    create(ListOffersResponseSchema, { offers: [{ rail: PaymentRail.ACH, seconds: 86_400, isInstant: false }] }),
  );
  for (const method of [RailService.method.submitPayout, RailService.method.getPayout]) {
    world.absent.answer(method, () => create(PayoutReportSchema, report));
  }

  /** A platform with 1,000 dollars and a checked bank account. Payouts to it stay with the rail until it reports. */
  async function newPayer() {
    report = { state: PayoutState.SENT };
    const { tenant, dollars } = await newTrader(world);
    const { body: bank } = await tenant.rest('POST', '/platform/external-accounts', { body: businessBank });
    await world.settle();
    return { tenant, dollars, bank: String(bank.id) };
  }

  /** The rail reports on a transaction, and returns the same when polled. */
  async function reportOn(tenant: Tenant, transactionId: string, news: Report): Promise<void> {
    report = news;
    await tenant.internal(RailReportService).reportProgress({ key: uuidIn(transactionId) });
  }

  /** A payout that the rail has accepted. */
  async function newPayout() {
    const { tenant, dollars, bank } = await newPayer();
    const { body: made } = await quote(tenant, dollars, bank);
    await execute(tenant, made.id);
    const transactionId = String(made.transactionId);
    return { tenant, dollars, transactionId, reported: (news: Report) => reportOn(tenant, transactionId, news) };
  }

  return { ...world, newPayer, newPayout, reportOn };
}

/** The events of a payout that is returned after its delivery. */
export const eventsOfAReturn = outgoing(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
