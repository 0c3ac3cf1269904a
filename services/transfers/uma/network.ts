// The institutions outside whose customers have UMA addresses: one interface, whatever protocol stands behind it.
import type { Environment } from '../../kit/core/caller.ts';
import type { UmaAddress } from '../../kit/messages/uma-address.ts';
import type { Money } from '../domain/shared/money.ts';
import type { Receiver } from '../domain/uma/lookup.ts';
import type { Told, WantedField } from '../domain/uma/wanted-fields.ts';
import type { Report } from '../rails/rail.ts';

export interface Inquiry {
  readonly environment: Environment;
  readonly receiver: UmaAddress;
  /** UMA address of whoever would pay; absent: the platform itself. */
  readonly sender?: string;
}

/** What is asked for before a quote is made: that this amount be taken from a payer of whom this is known. */
export interface PayRequest extends Inquiry {
  readonly received: Money;
  readonly payer: Told;
  /** What the platform wants to know of the receiver. */
  readonly wanted: readonly WantedField[];
}

/** Money on its way to a UMA address. */
export interface UmaPayout {
  /** uuid of the transaction. Handing a payout over again under the same key is the same payout. */
  readonly key: string;
  readonly environment: Environment;
  readonly receiver: UmaAddress;
  readonly amount: Money;
}

/** A payment that a customer of another institution makes to one of ours. */
export interface UmaDeposit {
  /** uuid of the transaction. */
  readonly key: string;
  readonly environment: Environment;
  readonly sender: UmaAddress;
  readonly amount: Money;
}

/** What has become of the money of a deposit. */
export type Arrival = { readonly state: 'ARRIVED' } | { readonly state: 'WAITING'; readonly nextAfterMs: number };

/**
 * Calls that leave the process go through the guarded outbound client. What the other side answers wrongly, or not at all, is
 * refused with the codes of the contract (LNURLP_REQUEST_FAILED, PARSE_LNURLP_RESPONSE_ERROR, CERT_CHAIN_INVALID,
 * UNSUPPORTED_UMA_VERSION, PAYREQ_REQUEST_FAILED and their like); nothing else is thrown.
 */
export interface UmaNetwork {
  /** What the receiver takes and wants to know. Throws UMA_NOT_FOUND where its institution does not know it. */
  lookUp(inquiry: Inquiry): Promise<Receiver>;
  /** Asks for leave to pay; what it answers is what the receiver tells of itself. */
  requestPayment(request: PayRequest): Promise<Told>;
  /** Hands a payout over. */
  submit(payout: UmaPayout): Promise<Report>;
  /** Asks what has become of it. `round` counts the reports so far. */
  check(payout: UmaPayout, round: number): Promise<Report>;
  /** What the institution of whoever pays wants to know about the receiver. */
  wants(deposit: UmaDeposit): Promise<readonly WantedField[]>;
  /** Whether reasons of compliance stand against a deposit. */
  isBlocked(deposit: UmaDeposit): Promise<boolean>;
  /** What the institution of whoever pays tells of these fields. What it cannot tell is left out. */
  tell(deposit: UmaDeposit, names: readonly string[]): Promise<Told>;
  /** The payment is taken: the money may come. `round` counts the answers so far. */
  accept(deposit: UmaDeposit, round: number): Promise<Arrival>;
  /** What has come goes back to whoever paid. */
  giveBack(deposit: UmaDeposit): Promise<void>;
}
