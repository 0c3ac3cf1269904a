// What happens to a card transaction: messages of the network, results of debits, and work of operators. Stored while it is booked.
import type { FundingCurrency } from '../card.ts';

export type Happening =
  | { readonly kind: 'AUTHORIZATION' | 'FINANCIAL'; readonly sources: readonly PayingAccount[]; readonly pull: PullEnd }
  | { readonly kind: 'FINANCIAL_CREDIT' | 'EXPIRY' | 'RETURN_REVERSAL' | 'RETRY' | 'WRITE_OFF' }
  /** Amounts are decimal texts, because a happening is stored as JSON. */
  | { readonly kind: 'RETURN' | 'ADVICE'; readonly amount: string }
  | {
      readonly kind: 'CLEARING';
      readonly amount: string;
      readonly isCardClosed: boolean;
      /** How a debit of the account beyond its hold ends. Undefined: it fails at once. */
      readonly pull: PullEnd | undefined;
    }
  | { readonly kind: 'PULL_CONFIRMED'; readonly pull: number }
  /** `amount` of a debit beyond the hold. Undefined: the debit of the authorization failed, which ends it. */
  | { readonly kind: 'PULL_FAILED'; readonly pull: number; readonly amount: string | undefined };

export type HappeningKind = Happening['kind'];

/** An account that can pay. */
export interface PayingAccount {
  /** uuid. */
  readonly accountId: string;
  readonly currency: FundingCurrency;
}

/** When the debit of an account ends, and how. */
export interface PullEnd {
  readonly afterMs: number;
  readonly isFailed: boolean;
}
