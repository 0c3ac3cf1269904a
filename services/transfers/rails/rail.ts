// The interface of rails, which send and collect external money.
import type { ExternalAccountInfo } from '../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import type { PayoutOutcome } from '../domain/payment/outcomes.ts';
import type { Money } from '../domain/shared/money.ts';
import type { OnChainTransaction } from '../domain/shared/on-chain.ts';
import type { RailOffer } from '../domain/shared/rails.ts';

/** An external account, as passed to a rail. */
export interface OutsideAccount {
  readonly isBankAccount: boolean;
  /** The number or address. */
  readonly identifier: string;
  /** Names of the payment rails that reach it. Empty for crypto assets. */
  readonly rails: readonly string[];
  /** The complete account. */
  readonly info: ExternalAccountInfo;
}

/** A payout to an external account. */
export interface Payout {
  /** uuid of the transaction. Submitting a payout again under the same key has no further effect. */
  readonly key: string;
  readonly environment: Environment;
  /** Created without a quote. */
  readonly isTransfer: boolean;
  readonly account: OutsideAccount;
  /** Public id of the customer or platform whose payment it is. */
  readonly owner: string;
  /** Name of the payment rail. Absent for crypto assets. */
  readonly rail?: string;
  readonly amount: Money;
  /** Sent with the payment. */
  readonly remittanceInformation?: string;
  /** Whether the payout was already reported as delivered. */
  readonly isDelivered: boolean;
}

/** A kind of payout, for which a quote requires offers. */
export interface OfferRequest {
  readonly currency: string;
  /** Names of the payment rails that reach the account. Empty for crypto assets. */
  readonly rails: readonly string[];
  /** The receiving account. */
  readonly info?: ExternalAccountInfo;
}

/** Money that is returned to its source. */
export interface Return {
  /** uuid of the transaction for which it arrived. Returning it again under the same key has no effect. */
  readonly key: string;
  readonly amount: Money;
  /** The rail's id of the deposit, if it arrived as one. */
  readonly depositId?: string;
}

/** The current state of a payout. */
export interface Report {
  /** The change since the last report. Absent if there is none. */
  readonly outcome?: PayoutOutcome;
  /** When to poll again. Absent after the final report. */
  readonly nextAfterMs?: number;
  /** The rail has reported nothing yet, which does not count as a report. */
  readonly isSilent?: true;
  /** The on-chain transaction, once it is known. */
  readonly onChain?: OnChainTransaction;
}

/** A pull from an external bank account. */
export interface Pull {
  /** uuid of the transaction. Starting a pull again under the same key has no further effect. */
  readonly key: string;
  readonly environment: Environment;
  readonly account: OutsideAccount;
  /** Public id of the customer or platform whose payment it is. */
  readonly owner: string;
  /** Name of the payment rail. */
  readonly rail: string;
  readonly amount: Money;
}

/** The current state of a pull. WAITING: poll again later. RETURNED: collected, then reversed. */
export type PullReport =
  | { readonly state: 'COLLECTED' | 'REFUSED' | 'RETURNED' }
  | { readonly state: 'WAITING'; readonly nextAfterMs: number };

export interface Rail {
  /** Offers for payouts of this kind. Empty if the rail does not support them. */
  offers(request: OfferRequest): Promise<readonly RailOffer[]>;
  /** Submits a payout. */
  submit(payout: Payout): Promise<Report>;
  /** Polls a payout. `round` counts the reports so far. */
  check(payout: Payout, round: number): Promise<Report>;
  /** Starts a pull. */
  collect(pull: Pull): Promise<PullReport>;
  /** Polls a pull. */
  checkPull(pull: Pull, round: number): Promise<PullReport>;
  /** Cancels a payout. False if it can no longer be cancelled. Repeated calls return the same result. */
  cancel(payout: Payout): Promise<boolean>;
  /** Cancels a pull, likewise. */
  cancelPull(pull: Pull): Promise<boolean>;
  /** Returns money to the payer, or to the account from which it was pulled. */
  returnFunds(money: Return): Promise<void>;
}
