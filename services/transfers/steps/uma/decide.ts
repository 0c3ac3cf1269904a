// Records a platform's decision on a payment from a UMA address, with its consequences.
import type { TransfersContext } from '../../context.ts';
import type { UmaPayment } from '../../domain/incoming/incoming.ts';
import { type IncomingFailureReason } from '../../domain/shared/failure-reasons.ts';
import type { Verdict } from '../../domain/uma/verdict.ts';
import { type Happening, transit } from '../shared/transition.ts';
import { depositOf, withPending } from './incoming-payment.ts';

/** How long a platform has to decide. */
export const decisionMs = 5_000;

/** The payment after the verdict. Undefined if another process was faster. */
export async function decide(context: TransfersContext, payment: UmaPayment, verdict: Verdict): Promise<UmaPayment | undefined> {
  switch (verdict.kind) {
    case 'APPROVED':
      return change(context, payment, { event: 'approved', known: withPending(payment, { receiver: verdict.info }), afterMs: 0 });
    case 'REJECTED': {
      const { reason } = verdict;
      return change(context, payment, {
        event: 'rejected',
        known: withPending(payment, reason === undefined ? {} : { reason }),
      });
    }
    case 'WAITING': {
      const decideBy = new Date(context.clock.now().getTime() + decisionMs).toISOString();
      const known = withPending({ ...payment, attempt: payment.attempt + 1 }, { decideBy });
      return change(context, payment, { event: 'postponed', known, afterMs: decisionMs });
    }
    case 'MORE':
      return askSender(context, payment, verdict.names);
    case 'FAILED':
      return disapprove(context, payment, verdict.reason);
    default:
      return verdict satisfies never;
  }
}

/** The payment failed before any money arrived. */
export function disapprove(
  context: TransfersContext,
  payment: UmaPayment,
  failure: IncomingFailureReason,
): Promise<UmaPayment | undefined> {
  return transit(context, payment, { event: 'disapproved', failure });
}

/** The sender's institution is asked once. If it provides all data, another approval is requested. */
async function askSender(
  context: TransfersContext,
  payment: UmaPayment,
  names: readonly string[],
): Promise<UmaPayment | undefined> {
  const { uma } = payment;
  const info = uma.pending.asks > 1 ? {} : await context.uma.disclose(depositOf(payment), names);
  if (names.length === 0 || names.some((name) => !info[name])) return disapprove(context, payment, 'PAY_REQUEST_FAILED');
  const known = { ...payment, uma: { ...uma, counterparty: { ...uma.counterparty, ...info } } };
  return change(context, payment, { event: 'payerCompleted', known });
}

/** With the personal data. */
function change(
  context: TransfersContext,
  before: UmaPayment,
  happening: Happening<UmaPayment>,
): Promise<UmaPayment | undefined> {
  return transit(context, before, { ...happening, alongside: noteDetails, point: 'uma decided' });
}

export const noteDetails: NonNullable<Happening<UmaPayment>['alongside']> = async ({ umaDetails }, payment) => {
  await umaDetails.note(payment);
  return payment;
};
