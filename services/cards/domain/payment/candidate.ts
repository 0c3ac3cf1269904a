// An event that may follow from a happening.
import type { Leg } from './legs.ts';
import type { PaymentEvent } from './machine.ts';
import type { CardTransaction } from './transaction.ts';

/** A possible event. */
export interface Candidate {
  readonly event: PaymentEvent;
  /** The transaction afterwards. The table sets its state. */
  readonly after: CardTransaction;
  /** What the step of the event books. Empty for an event that moves no money, such as a refusal. */
  readonly legs: readonly Leg[];
  /** What the second step of the event books. */
  readonly secondLegs?: readonly Leg[];
  /** A debit of the account that begins. */
  readonly pull?: Pull;
}

/** A debit of the account. */
export interface Pull {
  readonly afterMs: number;
  readonly isFailed: boolean;
  /** Of a debit beyond the hold. */
  readonly amount: bigint | undefined;
}

/** A debit that the ledger has confirmed by booking it. The sandbox delays others, or lets them fail. */
export function isConfirmedAtOnce({ afterMs, isFailed }: Pull): boolean {
  return afterMs === 0 && !isFailed;
}
