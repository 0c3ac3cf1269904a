// From the hold to the end: dispatches the money, and turns each report of the rail into an event.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import { isCancellable } from '../../domain/payment/cancellation.ts';
import { type OutgoingPayment, paymentOf } from '../../domain/payment/payment.ts';
import { dispatchLegs, settleLegs } from '../../domain/shared/legs.ts';
import type { Report } from '../../rails/rail.ts';
import type { TransfersRows } from '../../store/store.ts';
import { subjectOf } from '../shared/agent-of.ts';
import { bookOrVoid } from '../shared/book.ts';
import { reload } from '../shared/reload.ts';
import { created, eventsOf, type Happening, transit, transitOrReload } from '../shared/transition.ts';
import { checkPayout, submitPayout } from './dispatch.ts';
import { receiptOf } from './receipt.ts';
import { bookerOf, planRefund } from './refund.ts';

const point = 'concluded';

/** Dispatches held money, unless the paying account was frozen in the meantime. */
export async function deliver(context: TransfersContext, held: OutgoingPayment): Promise<OutgoingPayment> {
  const legs = dispatchLegs(paymentOf(held));
  const refusal = await bookOrVoid(context, { ...subjectOf(held), step: 'DISPATCH', legs });
  reached('dispatch booked');
  if (refusal) return transitOrReload(context, held, { event: 'dispatchRefused', ...(await planRefund(context, held)), point });
  if (held.quote.destinationKind === 'INTERNAL') return deliverInternally(context, held);

  const report = await submitPayout(context, held);
  reached('payout submitted');
  return conclude(context, held, report);
}

/** Credits the internal account, unless its balance would exceed the maximum. */
async function deliverInternally(context: TransfersContext, dispatched: OutgoingPayment): Promise<OutgoingPayment> {
  const legs = settleLegs(paymentOf(dispatched));
  const refusal = await bookOrVoid(context, { ...subjectOf(dispatched), step: 'SETTLE', legs });
  reached('payout submitted');
  if (refusal) {
    const plan = await planRefund(context, dispatched);
    return transitOrReload(context, dispatched, { event: 'settleRefused', ...plan, point });
  }
  return transitOrReload(context, dispatched, { event: 'deliveredInternally', ...insertReceipt(context, dispatched), point });
}

/** Polls the payout. */
export async function followUp(context: TransfersContext, sent: OutgoingPayment): Promise<OutgoingPayment> {
  const report = await checkPayout(context, sent);
  const concluding = await claimReport(context, sent, report);
  return concluding ? conclude(context, concluding, report) : reload(context, sent);
}

/** Claims a payment that can still be cancelled, so that no cancellation comes between booking and outcome. */
async function claimReport(
  context: TransfersContext,
  sent: OutgoingPayment,
  { outcome }: Report,
): Promise<OutgoingPayment | undefined> {
  if (!outcome || !isCancellable(sent)) return sent;
  return transit(context, sent, { event: 'reportClaimed', point: 'report claimed' });
}

/** Applies the report, in one commit with its consequences. */
async function conclude(context: TransfersContext, before: OutgoingPayment, report: Report): Promise<OutgoingPayment> {
  const { nextAfterMs: afterMs } = report;
  const shared = { known: withReport(before, report), afterMs, point };
  return transitOrReload(context, before, { ...shared, ...(await happeningOf(context, before, report)) });
}

async function happeningOf(
  context: TransfersContext,
  before: OutgoingPayment,
  { outcome }: Report,
): Promise<Happening<OutgoingPayment>> {
  if (!outcome) return { event: before.state === 'HELD' || before.state === 'ACCEPTED' ? 'dispatched' : 'nothingNew' };
  switch (outcome.kind) {
    case 'DELIVERED':
      return { event: 'delivered', book: bookerOf(context, before), ...insertReceipt(context, before) };
    case 'RETURNED':
      return { event: 'returned', ...(await planRefund(context, before)) };
    case 'CANCELLED':
      return { event: 'cancelledByRail', ...(await planRefund(context, before)) };
    case 'FAILED': {
      const plan = await planRefund(context, before);
      const { failure, refund, isSuspended = plan.isSuspended } = outcome;
      return { event: 'payoutFailed', ...plan, failure, refund, isSuspended };
    }
    default:
      return outcome satisfies never;
  }
}

/** Counts the report, and records the on-chain transaction if it is known. */
function withReport(before: OutgoingPayment, { onChain: destination, isSilent }: Report): OutgoingPayment {
  if (isSilent) return before;
  const counted = { ...before, railChecks: before.railChecks + 1 };
  return destination ? { ...counted, onChain: { ...before.onChain, destination } } : counted;
}

/** The receiver's transaction, if any, is created with the delivery. */
function insertReceipt(context: TransfersContext, { quote }: OutgoingPayment): Pick<Happening<OutgoingPayment>, 'alongside'> {
  if (!quote.receiver) return {};
  const alongside = async (rows: TransfersRows, delivered: OutgoingPayment): Promise<OutgoingPayment> => {
    const draft = receiptOf(context, delivered);
    if (!draft) return delivered;
    const receipt = created(context, draft, 'credited');
    await rows.transactions.insert(receipt.after, { events: eventsOf(context, receipt), jobs: [], endedJobs: [] });
    return delivered;
  };
  return { alongside };
}
