// A card transaction: a payment or credit of a card, with its amounts and the event that is being applied.
import type { Environment } from '../../../kit/core/caller.ts';
import type { FundingCurrency, ProgramCurrency } from '../card.ts';
import type { DeclineReason } from './decision.ts';
import type { Happening } from './happening.ts';
import type { Direction, PaymentState } from './states.ts';

/** Amounts are in the smallest unit of the card's currency, unless they say otherwise. */
export interface CardTransaction {
  readonly platformId: string;
  readonly environment: Environment;
  /** uuid. */
  readonly id: string;
  readonly cardId: string;
  /** The version of the card that was decided on. */
  readonly cardVersion: bigint;
  /** uuid of the customer. */
  readonly cardholderId: string;
  readonly platformCustomerId: string;
  /** uuid of the internal account that pays or is credited. Never changes after the decision. */
  readonly accountId: string;
  /** Of that account. */
  readonly fundingCurrency: FundingCurrency;
  /** The issuer's id, unique on the platform. */
  readonly token: string;
  readonly direction: Direction;
  readonly state: PaymentState;
  readonly declineReason: DeclineReason | undefined;
  readonly merchant: Merchant;
  readonly currency: ProgramCurrency;
  /** The total after the last advice. */
  readonly authorized: bigint;
  /** The sum of all clearings. */
  readonly settled: bigint;
  /** Returns that are not reversed, the newest last. */
  readonly returns: readonly bigint[];
  /** What the account still holds for the transaction. */
  readonly held: bigint;
  /** Pending and confirmed debits of the account, less what was released. */
  readonly pulled: bigint;
  /** What the customer owes, because the account did not cover it. */
  readonly owed: bigint;
  /** All attempts to debit the account. */
  readonly pulls: number;
  /** The numbers of those that have not ended. */
  readonly pendingPulls: readonly number[];
  readonly clearings: number;
  /** The event that is being booked. While there is one, other events wait. */
  readonly happening: Happening | undefined;
  /** Increases with every change. The sequence of webhooks, and the number of ledger steps. */
  readonly version: bigint;
  readonly authorizedAt: Date;
  /** Of the last event after the decision. */
  readonly lastEventAt: Date | undefined;
  readonly updatedAt: Date;
}

/** What audits and sweeps read: merchants are personal data. */
export type AnonymousTransaction = Omit<CardTransaction, 'merchant'>;

export interface Merchant {
  readonly descriptor: string;
  readonly mcc?: string | undefined;
  readonly country?: string | undefined;
}

/** Units of the account per unit of the card. Exact: a USDB is a dollar with six decimals. */
const unitsPerCardUnit: Readonly<Record<FundingCurrency, bigint>> = { USD: 1n, USDB: 10_000n, EUR: 1n };

/** An amount of the card in the smallest unit of an account. */
export function inFundingCurrency(amount: bigint, currency: FundingCurrency): bigint {
  return amount * unitsPerCardUnit[currency];
}

export function refundedOf({ returns }: Pick<CardTransaction, 'returns'>): bigint {
  return returns.reduce((sum, amount) => sum + amount, 0n);
}

/** Settled and not returned. */
export function netSettledOf(transaction: Pick<CardTransaction, 'settled' | 'returns'>): bigint {
  return transaction.settled - refundedOf(transaction);
}
