// Takes an outgoing payment as far as it goes now: one worker for each state. Every step can be repeated under its key.
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { collect } from './collect.ts';
import { deliver } from './deliver.ts';
import { acceptFunds, returnFunds, stopFunds } from './funds.ts';
import { start } from './start.ts';

/**
 * Throws what the ledger refuses; the payment is then as before, or gone where it was made for this execution alone. One that was
 * authorized has failed instead.
 */
export async function advance(context: TransfersContext, payment: OutgoingPayment): Promise<OutgoingPayment> {
  const work = workFor(payment);
  if (!work) return payment;
  const after = await work(context, payment);
  return after.state === payment.state ? after : advance(context, after);
}

type Work = (context: TransfersContext, payment: OutgoingPayment) => Promise<OutgoingPayment>;

/** Undefined where somebody else takes it on: the customer, the payer, the rail, or nobody. */
function workFor({ state }: OutgoingPayment): Work | undefined {
  switch (state) {
    case 'TENTATIVE':
    case 'EXECUTING':
    case 'EXECUTING_PROVEN':
      return start;
    case 'FUNDED':
      return acceptFunds;
    case 'FUNDED_UNPAYABLE':
    case 'FUNDED_OVER_LIMIT':
      return stopFunds;
    case 'FUNDED_MISMATCHED':
    case 'STOPPED':
    case 'STOPPED_OVER_LIMIT':
    case 'LATE_FUNDED':
      return returnFunds;
    case 'COLLECTING':
      return collect;
    case 'HELD':
    case 'ACCEPTED':
      return deliver;
    default:
      return undefined;
  }
}
