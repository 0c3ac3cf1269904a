// Advances an outgoing payment as far as possible now, with one worker per state. Every step is repeatable under its key.
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { collect } from './collect.ts';
import { deliver } from './deliver.ts';
import { acceptFunds, returnFunds, stopFunds } from './funds.ts';
import { start } from './start.ts';

/**
 * Throws the refusal of the ledger. The payment then is as before, or removed if it was created for this execution. An authorized payment
 * fails instead.
 */
export async function advance(context: TransfersContext, payment: OutgoingPayment): Promise<OutgoingPayment> {
  const work = workFor(payment);
  if (!work) return payment;
  const after = await work(context, payment);
  return after.state === payment.state ? after : advance(context, after);
}

type Work = (context: TransfersContext, payment: OutgoingPayment) => Promise<OutgoingPayment>;

/** Undefined if the payment waits for the customer, the payer or the rail, or has ended. */
function workFor({ state }: OutgoingPayment): Work | undefined {
  switch (state) {
    case 'TENTATIVE':
    case 'EXECUTING':
    case 'EXECUTING_PROVEN':
    case 'EXECUTING_APPROVED':
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
