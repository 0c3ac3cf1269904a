// When work on a transaction is due: what was begun is completed, and what nobody clears expires.
import type { Pull } from './candidate.ts';
import type { CardTransaction } from './transaction.ts';

/** How long an authorization holds the money. */
export const heldMs = 7 * 86_400_000;

/** How long the process that has begun has until any process completes it. */
export const recoveryMs = 10_000;

/** Whether an event is being booked, or debits are to be confirmed. */
export function isBegun({ happening, duePulls }: Pick<CardTransaction, 'happening' | 'duePulls'>): boolean {
  return happening !== undefined || duePulls.length > 0;
}

/** A debit that needs no confirmation by anybody else. The sandbox delays others, or lets them fail. */
export function isConfirmedNext({ afterMs, isFailed }: Pull): boolean {
  return afterMs === 0 && !isFailed;
}

/** The debits to confirm after an event, which may have begun one. */
export function duePullsAfter({ duePulls, pendingPulls, pulls }: CardTransaction, pull: Pull | undefined): readonly number[] {
  const due = pull && isConfirmedNext(pull) ? [...duePulls, pulls] : duePulls;
  return due.filter((number) => pendingPulls.includes(number));
}
