// Outcomes of sandbox payouts, by the suffix of the receiving account. Two tables: for wallets, and for banks.
import type { OutgoingFailureReason } from '../shared/failure-reasons.ts';
import type { RefundReason } from '../shared/machine.ts';

/** The outcome of a payout. */
export type PayoutOutcome =
  | { readonly kind: 'DELIVERED' | 'CANCELLED' | 'RETURNED' }
  | {
      readonly kind: 'FAILED';
      readonly failure: OutgoingFailureReason;
      readonly refund?: RefundReason;
      readonly isSuspended?: boolean;
    };

/** An event `afterMs` after the previous one. The first one counts from the execution. */
export interface Stage {
  readonly afterMs: number;
  readonly outcome: PayoutOutcome;
}

export type Outcome = readonly Stage[];

const minuteMs = 60_000;
const shortDelayMs = 30_000;

const delivered: Stage = { afterMs: 0, outcome: { kind: 'DELIVERED' } };
const failed = (failure: OutgoingFailureReason): PayoutOutcome => ({ kind: 'FAILED', failure });

const success: Outcome = [delivered];

/** Wallets and Lightning. */
export const walletOutcomes: Readonly<Record<string, Outcome>> = {
  '002': [{ afterMs: 0, outcome: failed('QUOTE_EXECUTION_FAILED') }],
  '003': [{ afterMs: 0, outcome: failed('ACCOUNT_INVALID') }],
  '004': [{ afterMs: 0, outcome: failed('ACCOUNT_CANNOT_RECEIVE') }],
  '005': [{ afterMs: shortDelayMs, outcome: { kind: 'FAILED', failure: 'QUOTE_EXECUTION_FAILED', refund: 'TIMEOUT' } }],
};

/** Bank accounts as destinations of quotes. */
export const bankOutcomes: Readonly<Record<string, Outcome>> = {
  '002': [{ afterMs: 0, outcome: failed('QUOTE_EXECUTION_FAILED') }],
  '003': [{ afterMs: 6 * minuteMs, outcome: { kind: 'DELIVERED' } }],
  '004': [{ afterMs: 0, outcome: failed('COUNTERPARTY_POST_TX_FAILED') }],
  '005': [delivered, { afterMs: shortDelayMs, outcome: { kind: 'RETURNED' } }],
  '006': [{ afterMs: 0, outcome: { kind: 'CANCELLED' } }],
  '007': [{ afterMs: 0, outcome: { kind: 'FAILED', failure: 'COUNTERPARTY_POST_TX_FAILED', isSuspended: true } }],
};

/** The outcomes of a payout to an account with this suffix. */
export function outcomeOf(isBankAccount: boolean, suffix: string): Outcome {
  return (isBankAccount ? bankOutcomes : walletOutcomes)[suffix] ?? success;
}

/** The outcome of a pull from an account with this suffix, and when. */
export function collectionOf(suffix: string): { readonly afterMs: number; readonly isCollected: boolean } {
  return { afterMs: suffix === '005' ? shortDelayMs : 0, isCollected: !(suffix in walletOutcomes) };
}
