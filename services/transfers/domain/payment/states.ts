// The states of the payment of a quote, and their statuses.
import type { StateTable } from '../shared/machine.ts';

/** The meaning of each state, for docs/payments.md. */
export const paymentStates = {
  TENTATIVE: { shown: 'PENDING', means: 'Created for immediate execution, and not held yet. Hidden; a refusal removes it.' },
  OPEN: { shown: 'PENDING', means: 'A quote that waits for its execution or its funds.' },
  AWAITING_APPROVAL: { shown: 'PENDING', means: 'Requested by an agent. Waits for the approval of the platform.' },
  AWAITING_PROOF: { shown: 'PENDING_AUTHORIZATION', means: "Waits for the customer's strong customer authentication." },
  EXECUTING: { shown: 'PENDING', means: 'Executed. The money is not held, and no pull has begun.' },
  EXECUTING_PROVEN: {
    shown: 'PENDING',
    means: 'The same after an authorization or an approval. Each can be used once, so a refused hold fails the payment.',
  },
  FUNDED: { shown: 'PENDING', means: 'The funds have arrived as requested.' },
  FUNDED_MISMATCHED: { shown: 'PENDING', means: 'A different amount has arrived.' },
  FUNDED_UNPAYABLE: { shown: 'PENDING', means: 'The funds have arrived, but another payment already pays the invoice.' },
  FUNDED_OVER_LIMIT: { shown: 'PENDING', means: 'The funds have arrived, but a volume limit is exceeded.' },
  COLLECTING: { shown: 'PROCESSING', means: 'The pull is about to be requested from the rail.' },
  PULLING: { shown: 'PROCESSING', means: 'The pull is requested; the rail has not reported its result.' },
  HELD: { shown: 'PROCESSING', means: 'The money is held, but not dispatched.' },
  STOPPED: { shown: 'PROCESSING', means: 'The money is held, but cannot be paid out.' },
  STOPPED_OVER_LIMIT: { shown: 'PROCESSING', means: 'The money is held, but a volume limit is exceeded.' },
  SENT: { shown: 'PROCESSING', means: 'Submitted to the rail.' },
  CONCLUDING: { shown: 'PROCESSING', means: 'A report of the rail is being booked; it can no longer be cancelled.' },
  CANCELLING: { shown: 'PROCESSING', means: 'The cancellation is requested from the rail.' },
  DELIVERED: { shown: 'COMPLETED', means: 'Delivered. A bank can return it days later.' },
  CANCELLED: { shown: 'COMPLETED', means: 'Cancelled by the rail, and refunded.' },
  CANCELLED_SUSPENDED: { shown: 'COMPLETED', means: 'Cancelled by the rail; the refund failed and waits for the operator.' },
  FAILED: { shown: 'FAILED', means: 'Failed before any money moved.' },
  REFUNDED: { shown: 'FAILED', means: 'Failed and refunded.' },
  SUSPENDED: { shown: 'FAILED', means: 'Failed; the refund failed too and waits for the operator.' },
  EXPIRED: { shown: 'EXPIRED', means: 'A quote that nobody executed or funded in time.' },
  LATE_FUNDED: { shown: 'EXPIRED', means: 'The funds arrived after the deadline.' },
  LATE_REFUNDED: { shown: 'EXPIRED', means: 'The late funds were refunded.' },
  LATE_SUSPENDED: { shown: 'EXPIRED', means: 'The refund of the late funds failed and waits for the operator.' },
} as const satisfies StateTable;

export type PaymentState = keyof typeof paymentStates;

/** A quote in these states expires at its deadline. */
export const lapsingStates = ['OPEN', 'AWAITING_APPROVAL'] as const satisfies readonly PaymentState[];
