// The states of the payment of a quote, and how each is shown.
import type { StateTable } from '../shared/machine.ts';

/** What each state means, for the document that is made of it. */
export const paymentStates = {
  TENTATIVE: { shown: 'PENDING', means: 'Made and executed at once, and not held yet. Hidden; a refusal removes it.' },
  OPEN: { shown: 'PENDING', means: 'A quote that waits for its execution or its funds.' },
  AWAITING_PROOF: { shown: 'PENDING_AUTHORIZATION', means: "Waits for the customer's strong authentication." },
  EXECUTING: { shown: 'PENDING', means: 'Executed. Its money is not held, and its pull has not begun.' },
  EXECUTING_PROVEN: { shown: 'PENDING', means: 'The same with a proof, which counts once: a refused hold fails the payment.' },
  FUNDED: { shown: 'PENDING', means: 'The funds have arrived as requested.' },
  FUNDED_MISMATCHED: { shown: 'PENDING', means: 'Another amount has arrived.' },
  FUNDED_UNPAYABLE: { shown: 'PENDING', means: 'The funds have arrived; another payment pays the invoice.' },
  FUNDED_OVER_LIMIT: { shown: 'PENDING', means: 'The funds have arrived; a volume limit is exceeded.' },
  COLLECTING: { shown: 'PROCESSING', means: 'The rail is to be asked for the pull.' },
  PULLING: { shown: 'PROCESSING', means: 'The rail was asked for the pull and has not reported its end.' },
  HELD: { shown: 'PROCESSING', means: 'The money is there and not dispatched.' },
  STOPPED: { shown: 'PROCESSING', means: 'The money is there and cannot be paid out.' },
  STOPPED_OVER_LIMIT: { shown: 'PROCESSING', means: 'The money is there; a volume limit is exceeded.' },
  SENT: { shown: 'PROCESSING', means: 'Handed over to the rail.' },
  CONCLUDING: { shown: 'PROCESSING', means: 'A report of the rail is being booked; it can no longer be cancelled.' },
  CANCELLING: { shown: 'PROCESSING', means: 'The rail was asked to stop it.' },
  DELIVERED: { shown: 'COMPLETED', means: 'Delivered. A bank may return it days later.' },
  CANCELLED: { shown: 'COMPLETED', means: 'Stopped by the rail, and refunded.' },
  CANCELLED_SUSPENDED: { shown: 'COMPLETED', means: 'Stopped by the rail; the refund has failed and waits for the operator.' },
  FAILED: { shown: 'FAILED', means: 'Failed before any money moved.' },
  REFUNDED: { shown: 'FAILED', means: 'Failed and refunded.' },
  SUSPENDED: { shown: 'FAILED', means: 'Failed; the refund has failed and waits for the operator.' },
  EXPIRED: { shown: 'EXPIRED', means: 'A quote that nobody executed or funded in time.' },
  LATE_FUNDED: { shown: 'EXPIRED', means: 'Funds have arrived after the deadline.' },
  LATE_REFUNDED: { shown: 'EXPIRED', means: 'They were refunded.' },
  LATE_SUSPENDED: { shown: 'EXPIRED', means: 'Their refund has failed and waits for the operator.' },
} as const satisfies StateTable;

export type PaymentState = keyof typeof paymentStates;
