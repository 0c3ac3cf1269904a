// What has become of payouts, for reports. Not included: payments whose money was never held, or is held and not sent.
import type { PaymentState } from '../payment/states.ts';
import type { TransferOutState } from '../payment/transfer-out-machine.ts';

/** The states of each outcome. A returned payout has failed, too. */
export const payoutStates = {
  SENT: ['SENT', 'CONCLUDING', 'CANCELLING', 'ACCEPTED_SENT'],
  COMPLETED: ['DELIVERED'],
  CANCELLED: ['CANCELLED', 'CANCELLED_SUSPENDED'],
  FAILED: ['REFUNDED', 'SUSPENDED'],
} as const satisfies Record<string, readonly (PaymentState | TransferOutState)[]>;

/** The outcome of a payout. */
export type ReportedOutcome = keyof typeof payoutStates | 'RETURNED';
