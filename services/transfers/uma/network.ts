// The institutions outside whose customers have UMA addresses: one interface, whatever protocol stands behind it.
import type { Environment } from '../../kit/core/caller.ts';
import type { UmaAddress } from '../../kit/messages/uma-address.ts';
import type { Money } from '../domain/shared/money.ts';
import type { CustomerFields, RequiredField } from '../domain/uma/customer-fields.ts';
import type { Receiver } from '../domain/uma/lookup.ts';
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
  readonly payer: CustomerFields;
  /** What the platform requires to know of the receiver. */
  readonly required: readonly RequiredField[];
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
  /** What the receiver accepts and requires to know. Throws UMA_NOT_FOUND where its institution does not know it. */
  lookUp(inquiry: Inquiry): Promise<Receiver>;
  /** Requests leave to pay. The answer is what the institution discloses of the receiver. */
  requestPayment(request: PayRequest): Promise<CustomerFields>;
  /** Hands a payout over. */
  submit(payout: UmaPayout): Promise<Report>;
  /** Asks what has become of it. `round` counts the reports so far. */
  check(payout: UmaPayout, round: number): Promise<Report>;
  /** What the payer's institution requires to know of the receiver. */
  requiredFields(deposit: UmaDeposit): Promise<readonly RequiredField[]>;
  /** Whether reasons of compliance stand against a deposit. */
  isBlocked(deposit: UmaDeposit): Promise<boolean>;
  /** The values of these fields that the payer's institution discloses; others are left out. */
  disclose(deposit: UmaDeposit, names: readonly string[]): Promise<CustomerFields>;
  /** The payment is taken: the money may come. `round` counts the answers so far. */
  accept(deposit: UmaDeposit, round: number): Promise<Arrival>;
  /** What has come goes back to whoever paid. */
  returnFunds(deposit: UmaDeposit): Promise<void>;
}
