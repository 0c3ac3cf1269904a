// The accounts of a transfer without a quote, and the terms of an equivalent quote.
import type { Account } from '../../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';
import type { PurposeOfPayment } from '../../../../gen/payments/transfers/v1/purpose_of_payment_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { toDestination, toSource } from '../../convert-account.ts';
import { refuseBounds, refuseDirection, refuseUnused } from '../../domain/quote/currency-rules.ts';
import type { Destination } from '../../domain/quote/destination.ts';
import type { QuoteTerms } from '../../domain/quote/quote-terms.ts';
import type { Source } from '../../domain/quote/source.ts';
import { noFee } from '../../domain/rates/pricing.ts';
import { one } from '../../domain/shared/decimal.ts';
import { nameIn } from '../../domain/shared/name-in.ts';
import { newReference } from '../shared/new-reference.ts';
import { findEnds, findOwner } from '../shared/parties.ts';
import type { Draft } from './draft-quote.ts';
import { priceQuote } from './price-quote.ts';
import { type Parties, partiesOf } from './quote-parties.ts';

/** Public ids, and which side of the transfer is internal. */
export interface TransferEnds {
  readonly source: string;
  readonly destination: string;
  readonly inside: 'source' | 'destination';
}

export interface TransferAccounts {
  readonly source: Source;
  readonly destination: Destination;
}

/** Throws REFERENCE_NOT_FOUND if one does not exist, and INVALID_CURRENCY if their currencies differ. */
export async function findTransferAccounts(
  { clients }: TransfersContext,
  { source, destination, inside }: TransferEnds,
): Promise<TransferAccounts> {
  const { accounts } = await clients.accounts.getAccounts({ ids: [source, destination] });
  const kinds = inside === 'source' ? (['internal', 'external'] as const) : (['external', 'internal'] as const);
  const found = {
    source: toSource(accountAmong(accounts, { id: source, kind: kinds[0] })),
    destination: toDestination(accountAmong(accounts, { id: destination, kind: kinds[1] })),
  };
  if (!found.source) throw missing(source, kinds[0]);
  if (!found.destination) throw missing(destination, kinds[1]);
  if (found.source.currency !== found.destination.currency) {
    throw fail(ErrorCode.INVALID_CURRENCY, 'Both accounts must have the same currency. Use a quote to convert.');
  }
  return { source: found.source, destination: found.destination };
}

type Kind = 'internal' | 'external';

function accountAmong(accounts: readonly Account[], { id, kind }: { id: string; kind: Kind }): Account['kind'] {
  const found = accounts.find((account) => account.kind.case === kind && idOf(account.kind) === id);
  if (!found) throw missing(id, kind);
  return found.kind;
}

function idOf(kind: Account['kind']): string | undefined {
  return kind.case === 'external' ? kind.value.account?.id : kind.value?.id;
}

function missing(id: string, kind: Kind) {
  const resource = kind === 'internal' ? 'InternalAccount' : 'ExternalAccount';
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no ${kind} account ${id}.`, { resource });
}

export interface Transfer {
  readonly source: string;
  readonly destination: string;
  readonly amount: bigint;
  readonly paymentRail?: PaymentRail | undefined;
  readonly remittanceInformation?: string | undefined;
  readonly purposeOfPayment?: PurposeOfPayment | undefined;
}

/** A hidden quote for immediate execution, without conversion. Refuses like a quote. */
export async function draftTransferOut(context: TransfersContext, transfer: Transfer): Promise<Draft> {
  const requested = quoteTermsOf(transfer);
  const parties = await partiesOf(context, requested);
  const offer = await priceQuote(context, requested, parties);
  return { requested, parties, offer, reference: newReference(), funding: { kind: 'PREFUNDED', sender: transfer.source } };
}

/** A transfer without price, rail and limits. Refuses nothing but accounts that do not exist. */
export async function draftUnpriced(context: TransfersContext, transfer: Transfer): Promise<Draft> {
  const { source: sender, amount } = transfer;
  const parties = await uncheckedParties(context, { ...transfer, inside: 'source' });
  const { currency } = parties.source;
  const noFees = { platformFee: 0n, serviceFee: 0n, serviceVariableFee: 0n, counterpartyFee: 0n, fees: 0n };
  const offer = {
    pair: { sending: currency, receiving: currency },
    terms: { rate: one, sendingDecimals: 0, receivingDecimals: 0, platformFee: noFee, serviceFee: noFee, counterpartyFee: 0n },
    price: { sending: amount, receiving: amount, ...noFees },
  };
  return { requested: quoteTermsOf(transfer), parties, offer, reference: newReference(), funding: { kind: 'PREFUNDED', sender } };
}

/** The parties, whether they may pay each other or not. Throws REFERENCE_NOT_FOUND. */
export async function uncheckedParties(context: TransfersContext, ends: TransferEnds): Promise<Parties> {
  const { source, destination, platform } = await findEnds(context, ends);
  const isFromInside = ends.inside === 'source';
  if (!source) throw missing(ends.source, isFromInside ? 'internal' : 'external');
  const owner = await findOwner(context, source.customerId);
  if (!destination || !owner) throw missing(ends.destination, isFromInside ? 'external' : 'internal');
  return { source, destination, owner, config: platform.config };
}

/** The parties of a transfer in. It has no fees and does not count towards limits. */
export async function findTransferInParties(context: TransfersContext, transfer: Transfer): Promise<Parties> {
  const parties = await partiesOf(context, quoteTermsOf(transfer));
  const { source, config } = parties;
  refuseUnused(source.currency, config);
  refuseDirection(source.currency, 'INCOMING', config);
  refuseBounds({ currency: source.currency, amount: transfer.amount }, config);
  return parties;
}

function quoteTermsOf(transfer: Transfer): QuoteTerms {
  const { source, destination, amount, paymentRail, remittanceInformation, purposeOfPayment } = transfer;
  return {
    sourceId: source,
    destinationId: destination,
    isUma: false,
    senderInfo: {},
    side: 'SENDING',
    amount,
    isImmediate: true,
    ...(paymentRail !== undefined && { paymentRail: nameIn(PaymentRail, paymentRail) }),
    ...(remittanceInformation !== undefined && { remittanceInformation }),
    ...(purposeOfPayment !== undefined && { purposeOfPayment }),
  };
}
