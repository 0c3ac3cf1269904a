// Card transactions in lists: their service finds them, and this one merges them with its own.
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type CardTransaction, CardTransactionStatus } from '../../../../gen/payments/cards/v1/card_transaction_pb.ts';
import { ListedTransactionType, type ListTransactionsRequest } from '../../../../gen/payments/transfers/v1/transaction_pb.ts';
import { TransactionStatus } from '../../../../gen/payments/transfers/v1/transaction_status_pb.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { Position } from '../../../kit/messages/page.ts';
import type { TransfersContext } from '../../context.ts';

export interface Slice {
  readonly after: Position | undefined;
  readonly limit: number;
  readonly isAscending: boolean;
}

export interface CardPayments {
  /** One more than the limit if there are more. */
  readonly rows: readonly (Position & { readonly message: CardTransaction })[];
  /** Undefined: too many to count. */
  readonly count: bigint | undefined;
}

/** Those that match the filters of a list. A card transaction has no reference, and of the statuses of other transactions only REFUNDED. */
export async function listCardPayments(
  request: ListTransactionsRequest,
  { after, limit, isAscending }: Slice,
  { clients }: TransfersContext,
): Promise<CardPayments> {
  const { customerId, platformCustomerId, startDate, endDate } = request;
  if (!canMatch(request)) return { rows: [], count: 0n };
  const { data, totalCount } = await clients.cardTransactions.listCardTransactions({
    customerId,
    platformCustomerId,
    accountId: request.accountIdentifier,
    debitedAccountId: request.senderAccountIdentifier,
    creditedAccountId: request.receiverAccountIdentifier,
    status: request.status === undefined ? undefined : CardTransactionStatus.REFUNDED,
    startDate,
    endDate,
    limit,
    after: after && { createdAt: timestampFromDate(after.createdAt), id: after.id },
    isOldestFirst: isAscending,
  });
  return { rows: data.map(toRow), count: totalCount };
}

function canMatch({ type, status, reference }: ListTransactionsRequest): boolean {
  if (reference !== undefined) return false;
  if (type !== undefined && type !== ListedTransactionType.CARD) return false;
  return status === undefined || status === TransactionStatus.REFUNDED;
}

function toRow(message: CardTransaction): CardPayments['rows'][number] {
  const { createdAt, id } = message;
  if (!createdAt) throw new Error(`The card transaction ${id} has no time.`);
  return { createdAt: timestampDate(createdAt), id: uuidIn(id), message };
}
