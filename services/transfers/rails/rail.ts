// What carries money to the outside world, and takes it from there.
import type { ExternalAccountInfo } from '../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import type { PayoutOutcome } from '../domain/payment/outcomes.ts';
import type { Money } from '../domain/shared/money.ts';
import type { OnChainTransaction } from '../domain/shared/on-chain.ts';
import type { RailOffer } from '../domain/shared/rails.ts';

/** An account outside, as far as a rail cares. */
export interface OutsideAccount {
  readonly isBankAccount: boolean;
  /** The number or address. */
  readonly identifier: string;
  /** Names of the payment rails that reach it; none for assets on chains. */
  readonly rails: readonly string[];
  /** All that is told of it. */
  readonly info: ExternalAccountInfo;
}

/** Money to bring to an account outside. */
export interface Payout {
  /** uuid of the transaction. Handing a payout over again under the same key is the same payout. */
  readonly key: string;
  readonly environment: Environment;
  /** Made without a quote. */
  readonly isTransfer: boolean;
  readonly account: OutsideAccount;
  /** Public id of the customer whose payment it is, or of the platform. */
  readonly owner: string;
  /** Name of the payment rail; absent for assets on chains. */
  readonly rail?: string;
  readonly amount: Money;
  /** Travels with the money. */
  readonly remittanceInformation?: string;
  /** It was told already that the payout has arrived. */
  readonly isDelivered: boolean;
}

/** A kind of payouts, for which a quote needs offers. */
export interface OfferRequest {
  readonly currency: string;
  /** Names of the payment rails that reach the account; none for assets on chains. */
  readonly rails: readonly string[];
  /** The account to be paid. */
  readonly info?: ExternalAccountInfo;
}

/** Money that goes back where it came from. */
export interface Return {
  /** uuid of the transaction that it came for. Returning it again under the same key has no effect. */
  readonly key: string;
  readonly amount: Money;
  /** The rail's own name of the deposit that brought it, where it was one. */
  readonly depositId?: string;
}

/** What a rail knows of a payout by now. */
export interface Report {
  /** What has become of it since the last report; absent while there is nothing new. */
  readonly outcome?: PayoutOutcome;
  /** When there will be more to know; absent when this was all. */
  readonly nextAfterMs?: number;
  /** What carried it on a chain, once that is known. */
  readonly onChain?: OnChainTransaction;
}

/** Money to take from a bank account outside. */
export interface Pull {
  /** uuid of the transaction. Asking for a pull again under the same key is the same pull. */
  readonly key: string;
  readonly environment: Environment;
  readonly account: OutsideAccount;
  /** Public id of the customer whose payment it is, or of the platform. */
  readonly owner: string;
  /** Name of the payment rail. */
  readonly rail: string;
  readonly amount: Money;
}

/** What a rail knows of a pull by now. WAITING: there will be more to know later. RETURNED: it was collected, and taken back. */
export type PullReport =
  | { readonly state: 'COLLECTED' | 'REFUSED' | 'RETURNED' }
  | { readonly state: 'WAITING'; readonly nextAfterMs: number };

export interface Rail {
  /** How it would carry payouts of this kind; none where it does not. */
  offers(request: OfferRequest): Promise<readonly RailOffer[]>;
  /** Hands a payout over. */
  submit(payout: Payout): Promise<Report>;
  /** Asks what has become of it. `round` counts the reports so far. */
  check(payout: Payout, round: number): Promise<Report>;
  /** Begins to take money. */
  collect(pull: Pull): Promise<PullReport>;
  /** Asks what has become of a pull. */
  checkPull(pull: Pull, round: number): Promise<PullReport>;
  /** Asks to stop a payout. False when it is too late. Asked again, it answers the same. */
  cancel(payout: Payout): Promise<boolean>;
  /** Asks to stop a pull, in the same way. */
  cancelPull(pull: Pull): Promise<boolean>;
  /** Sends money back to whoever paid it in, or to the account that it was pulled from. */
  returnFunds(money: Return): Promise<void>;
}
