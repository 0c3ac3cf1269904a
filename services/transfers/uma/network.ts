// The interface of external institutions whose customers have UMA addresses, independent of the protocol.
import type { Environment } from '../../kit/core/caller.ts';
import type { UmaAddress } from '../../kit/messages/uma-address.ts';
import type { Money } from '../domain/shared/money.ts';
import type { CustomerFields, RequiredField } from '../domain/uma/customer-fields.ts';
import type { Receiver } from '../domain/uma/lookup.ts';
import type { Report } from '../rails/rail.ts';

export interface Inquiry {
  readonly environment: Environment;
  readonly receiver: UmaAddress;
  /** UMA address of the payer. Absent: the platform itself. */
  readonly sender?: string;
}

/** A request before a quote is created: whether the receiver accepts this amount from a payer with this data. */
export interface PayRequest extends Inquiry {
  readonly received: Money;
  readonly payer: CustomerFields;
  /** Data of the receiver that the platform requires. */
  readonly required: readonly RequiredField[];
}

/** A payout to a UMA address. */
export interface UmaPayout {
  /** uuid of the transaction. Submitting a payout again under the same key has no further effect. */
  readonly key: string;
  readonly environment: Environment;
  readonly receiver: UmaAddress;
  readonly amount: Money;
}

/** A payment from a customer of another institution to one of ours. */
export interface UmaDeposit {
  /** uuid of the transaction. */
  readonly key: string;
  readonly environment: Environment;
  readonly sender: UmaAddress;
  readonly amount: Money;
}

/** The state of a deposit's money. */
export type Arrival = { readonly state: 'ARRIVED' } | { readonly state: 'WAITING'; readonly nextAfterMs: number };

/**
 * External calls use the guarded outbound client. Invalid or missing responses are refused with the codes of the contract
 * (LNURLP_REQUEST_FAILED, PARSE_LNURLP_RESPONSE_ERROR, CERT_CHAIN_INVALID, UNSUPPORTED_UMA_VERSION, PAYREQ_REQUEST_FAILED and others).
 * Nothing else is thrown.
 */
export interface UmaNetwork {
  /**
   * The currencies that the receiver accepts, and the fields that it requires. Throws UMA_NOT_FOUND if its institution does not know it.
   */
  lookUp(inquiry: Inquiry): Promise<Receiver>;
  /** Requests permission to pay. Returns the data of the receiver that its institution discloses. */
  requestPayment(request: PayRequest): Promise<CustomerFields>;
  /** Submits a payout. */
  submit(payout: UmaPayout): Promise<Report>;
  /** Polls a payout. `round` counts the reports so far. */
  check(payout: UmaPayout, round: number): Promise<Report>;
  /** Data of the receiver that the payer's institution requires. */
  requiredFields(deposit: UmaDeposit): Promise<readonly RequiredField[]>;
  /** Whether a deposit is blocked for compliance reasons. */
  isBlocked(deposit: UmaDeposit): Promise<boolean>;
  /** The values of these fields that the payer's institution discloses. Others are omitted. */
  disclose(deposit: UmaDeposit, names: readonly string[]): Promise<CustomerFields>;
  /** Accepts the payment, so that the money may arrive. `round` counts the responses so far. */
  accept(deposit: UmaDeposit, round: number): Promise<Arrival>;
  /** Returns received money to the payer. */
  returnFunds(deposit: UmaDeposit): Promise<void>;
}
