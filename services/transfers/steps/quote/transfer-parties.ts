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
import { nameIn } from '../../domain/shared/name-in.ts';
import { newReference } from '../shared/new-reference.ts';
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
