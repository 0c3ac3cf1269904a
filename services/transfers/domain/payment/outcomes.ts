// How payouts end in the sandbox, by the suffix of the account they go to. Two tables: one for wallets, one for banks.
import type { OutgoingFailureReason } from '../shared/failure-reasons.ts';
import type { RefundReason, Turn } from './transaction.ts';

/** What happens `afterMs` after the stage before; the first one counts from the execution. */
export interface Stage {
  readonly afterMs: number;
  readonly turns: readonly Turn[];
}

export type Outcome = readonly Stage[];

const minuteMs = 60_000;
const shortDelayMs = 30_000;

const refunded: Turn = { event: 'refunded' };
const delivered: Stage = { afterMs: 0, turns: [{ event: 'delivered' }] };

function failed(reason: OutgoingFailureReason, refundReason: RefundReason = 'TRANSACTION_FAILED'): readonly Turn[] {
  return [{ event: 'payoutFailed', reason }, { event: 'refundStarted', reason: refundReason }, refunded];
}

const success: Outcome = [delivered];

/** Wallets, and Lightning. */
export const walletOutcomes: Readonly<Record<string, Outcome>> = {
  '002': [{ afterMs: 0, turns: failed('QUOTE_EXECUTION_FAILED') }],
  '003': [{ afterMs: 0, turns: failed('ACCOUNT_INVALID') }],
  '004': [{ afterMs: 0, turns: failed('ACCOUNT_CANNOT_RECEIVE') }],
  '005': [{ afterMs: shortDelayMs, turns: failed('QUOTE_EXECUTION_FAILED', 'TIMEOUT') }],
};

/** Bank accounts as destinations of quotes. */
export const bankOutcomes: Readonly<Record<string, Outcome>> = {
  '002': [{ afterMs: 0, turns: failed('QUOTE_EXECUTION_FAILED') }],
  '003': [{ afterMs: 6 * minuteMs, turns: [{ event: 'delivered' }] }],
  '004': [{ afterMs: 0, turns: failed('COUNTERPARTY_POST_TX_FAILED') }],
  '005': [
    delivered,
    {
      afterMs: shortDelayMs,
      turns: [
        { event: 'returned', reason: 'PAYOUT_RETURNED' },
        { event: 'refundStarted', reason: 'TRANSACTION_FAILED' },
        refunded,
      ],
    },
  ],
  '006': [{ afterMs: 0, turns: [{ event: 'refundStarted', reason: 'USER_CANCELLATION' }, refunded, { event: 'cancelled' }] }],
  '007': [
    {
      afterMs: 0,
      turns: [
        { event: 'payoutFailed', reason: 'COUNTERPARTY_POST_TX_FAILED' },
        { event: 'refundStarted', reason: 'TRANSACTION_FAILED' },
        { event: 'refundFailed' },
      ],
    },
  ],
};

/** How a payout to an account with this suffix ends. */
export function outcomeOf(isBankAccount: boolean, suffix: string): Outcome {
  return (isBankAccount ? bankOutcomes : walletOutcomes)[suffix] ?? success;
}

/** What becomes of money that is to be pulled from an account with this suffix, and when. */
export function collectionOf(suffix: string): { readonly afterMs: number; readonly isCollected: boolean } {
  return { afterMs: suffix === '005' ? shortDelayMs : 0, isCollected: !(suffix in walletOutcomes) };
}
