// The row of a transaction, and the record that it is.
import type { Environment } from '../../kit/core/caller.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import type { Authorization } from '../domain/payment/authorization.ts';
import type { Details, PendingReason, QuoteDetails, Transaction } from '../domain/payment/record.ts';
import type { Refund, RefundReason, RefundStatus, TransactionStatus } from '../domain/payment/transaction.ts';
import type { FailureReason } from '../domain/shared/failure-reasons.ts';
import type { OnChain } from '../domain/shared/on-chain.ts';

export interface TransactionRow {
  id: string;
  platform_id: string;
  environment: Environment;
  clock_offset_ms: bigint;
  type: Transaction['type'];
  status: TransactionStatus;
  version: bigint;
  attempt: number;
  round: number;
  stage: Transaction['stage'];
  arrived_amount: bigint | null;
  reserved_on: string | null;
  operation_id: string | null;
  authorization_challenge: AuthorizationJson | null;
  quote_id: string | null;
  owner: string;
  platform_customer_id: string;
  sender: string | null;
  sender_key: Buffer | null;
  receiver: string;
  receiver_key: Buffer | null;
  sent_currency: string;
  sent_amount: bigint;
  received_currency: string;
  received_amount: bigint;
  fees: bigint;
  platform_fees: bigint;
  reference: string;
  created_at: Date;
  updated_at: Date;
  expires_at: Date | null;
  settled_at: Date | null;
  failure_reason: FailureReason | null;
  pending_reason: PendingReason | null;
  refund_status: RefundStatus | null;
  refund_reason: RefundReason | null;
  refund_initiated_at: Date | null;
  refund_settled_at: Date | null;
  receipt_confirmed_at: Date | null;
  request_id: string;
  on_chain: OnChain | null;
  details: DetailsJson;
  /** Sealed `Told`. */
  told: Buffer | null;
}

/** Times are text in JSON. */
export type AuthorizationJson = Omit<Authorization, 'expiresAt'> & { readonly expiresAt: string };

/** Amounts are text in JSON, whose numbers are not exact. */
export interface DetailsJson extends Omit<Details, 'quote' | 'uma' | 'description'> {
  quote?: QuoteJson;
  /** The audit sees by it that somebody is still to decide. */
  uma?: { pending?: object };
}

type QuoteJson = Omit<QuoteDetails, 'fees' | 'uma' | 'remittanceInformation'> & {
  fees: Record<keyof QuoteDetails['fees'], string>;
};

/** What people told of themselves and each other, as JSON: names, birth dates, addresses, free text. */
interface Told {
  readonly description?: string;
  readonly remittanceInformation?: string;
  readonly quoteUma?: QuoteDetails['uma'];
  readonly uma?: Details['uma'];
}

const toldPlace = (id: string): Place => ({ purpose: 'transfers.told', row: id });

/** The column `told` of a transaction. */
export function sealTold({ id, details: { description, quote, uma } }: Transaction, secrets: Secrets): Buffer | null {
  const told = { description, remittanceInformation: quote?.remittanceInformation, quoteUma: quote?.uma, uma };
  if (Object.values(told).every((part) => part === undefined)) return null;
  return secrets.seal(JSON.stringify(told), toldPlace(id));
}

function openTold({ id, told }: TransactionRow, secrets: Secrets): Told {
  return told ? (JSON.parse(secrets.open(told, toldPlace(id)).toString()) as Told) : {};
}

export function toRecord(row: TransactionRow, secrets: Secrets): Transaction {
  const refund = refundOf(row);
  return {
    id: row.id,
    platformId: row.platform_id,
    environment: row.environment,
    clockOffsetMs: Number(row.clock_offset_ms),
    type: row.type,
    status: row.status,
    version: row.version,
    attempt: row.attempt,
    round: row.round,
    stage: row.stage,
    owner: row.owner,
    platformCustomerId: row.platform_customer_id,
    receiver: row.receiver,
    sent: { currency: row.sent_currency, amount: row.sent_amount },
    received: { currency: row.received_currency, amount: row.received_amount },
    fees: row.fees,
    platformFees: row.platform_fees,
    reference: row.reference,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    requestId: row.request_id,
    details: toDetails(row.details, openTold(row, secrets)),
    ...(row.arrived_amount !== null && { arrived: row.arrived_amount }),
    ...(row.reserved_on !== null && { reservedOn: row.reserved_on }),
    ...(row.operation_id !== null && { operationId: row.operation_id }),
    ...(row.authorization_challenge && { authorization: toAuthorization(row.authorization_challenge) }),
    ...(row.quote_id !== null && { quoteId: row.quote_id }),
    ...(row.sender !== null && { sender: row.sender }),
    ...(row.sender_key && { senderKey: row.sender_key }),
    ...(row.receiver_key && { receiverKey: row.receiver_key }),
    ...(row.expires_at && { expiresAt: row.expires_at }),
    ...(row.settled_at && { settledAt: row.settled_at }),
    ...(row.failure_reason !== null && { failureReason: row.failure_reason }),
    ...(row.pending_reason !== null && { pendingReason: row.pending_reason }),
    ...(row.receipt_confirmed_at && { receiptConfirmedAt: row.receipt_confirmed_at }),
    ...(row.on_chain && { onChain: row.on_chain }),
    ...(refund && { refund }),
  };
}

function toAuthorization({ expiresAt, ...rest }: AuthorizationJson): Authorization {
  return { ...rest, expiresAt: new Date(expiresAt) };
}

function refundOf(row: TransactionRow): Refund | undefined {
  const { refund_status: status, refund_reason: reason, refund_initiated_at: initiatedAt, refund_settled_at: settledAt } = row;
  if (!status || !reason || !initiatedAt) return undefined;
  return { status, reason, initiatedAt, ...(settledAt && { settledAt }) };
}

function toDetails(row: DetailsJson, told: Told): Details {
  const { quote, uma: _, ...rest } = row;
  const { description, remittanceInformation, quoteUma, uma } = told;
  const known = { ...rest, ...(description !== undefined && { description }), ...(uma && { uma }) };
  if (!quote) return known;
  const { service, serviceFixed, serviceVariable, counterparty } = quote.fees;
  const fees = {
    service: BigInt(service),
    serviceFixed: BigInt(serviceFixed),
    serviceVariable: BigInt(serviceVariable),
    counterparty: BigInt(counterparty),
  };
  const said = { ...(remittanceInformation !== undefined && { remittanceInformation }), ...(quoteUma && { uma: quoteUma }) };
  return { ...known, quote: { ...quote, fees, ...said } };
}

/** All but what `sealTold` takes. */
export function toDetailsJson(details: Details): DetailsJson {
  const { quote: made, uma, description: _, ...rest } = details;
  const known = { ...rest, ...(uma?.pending && { uma: { pending: {} } }) };
  if (!made) return known;
  const { uma: _uma, remittanceInformation: _remittance, ...quote } = made;
  const { service, serviceFixed, serviceVariable, counterparty } = quote.fees;
  const fees = {
    service: String(service),
    serviceFixed: String(serviceFixed),
    serviceVariable: String(serviceVariable),
    counterparty: String(counterparty),
  };
  return { ...known, quote: { ...quote, fees } };
}
