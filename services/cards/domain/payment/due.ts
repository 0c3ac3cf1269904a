// When work on a transaction is due: what was begun is completed, and what nobody clears expires.
import type { CardTransaction } from './transaction.ts';

/** How long an authorization holds the money. */
export const heldMs = 7 * 86_400_000;

/** How long the process that has begun has until any process completes it. */
export const recoveryMs = 10_000;

/** How often work is repeated that the account does not allow yet. */
export const blockedMs = 10 * 60_000;

/** Whether an event is being booked. */
export function isBegun({ happening }: Pick<CardTransaction, 'happening'>): boolean {
  return happening !== undefined;
}
