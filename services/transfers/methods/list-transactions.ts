// Lists transactions of the platform in pages. Filters are combined with AND.
import { create } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { CardTransaction } from '../../../gen/payments/cards/v1/card_transaction_pb.ts';
import {
  ListedTransactionType,
  type ListTransactionsRequest,
  SortOrder,
  TransactionSchema,
  type TransactionService,
} from '../../../gen/payments/transfers/v1/transaction_pb.ts';
import { TransactionStatus } from '../../../gen/payments/transfers/v1/transaction_status_pb.ts';
import { decodeCursor, type Position, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import { nameIn } from '../domain/shared/name-in.ts';
import { reconciliationReferenceOf } from '../domain/shared/reference.ts';
import { listCardPayments } from '../steps/shared/card-payments.ts';
import { identifierKeys } from '../steps/shared/identifier-key.ts';
import type { AccountFilter, TransactionFilter } from '../store/transaction-filter.ts';

export const listTransactions: TransfersMethod<typeof TransactionService.method.listTransactions> = async (request, context) => {
  const { store, clock } = context;
  const { limit = pageSize, cursor, sortOrder } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const filter = filterOf(request, context);
  const now = clock.now();

  const isAscending = sortOrder === SortOrder.ASC;
  const [rows, count, cards] = await Promise.all([
    store.list.page({ filter, now, isAscending, limit, ...(after && { after }) }),
    store.list.count(filter, now),
    listCardPayments(request, { after, limit, isAscending }, context),
  ]);
  const own = rows.map((transaction) => ({ ...positionOf(transaction), message: toTransaction(transaction, now) }));
  const ofCards = cards.rows.map(({ message, ...position }) => ({ ...position, message: toCardTransaction(message) }));
  const { data, ...page } = pageOf(
    [...own, ...ofCards].toSorted(isAscending ? inOrder : (one, other) => inOrder(other, one)),
    limit,
  );
  const isCounted = count !== undefined && cards.count !== undefined;
  return {
    ...page,
    ...(isCounted && { totalCount: count + cards.count }),
    data: data.map(({ message }) => message),
  };
};

const positionOf = ({ createdAt, id }: Position): Position => ({ createdAt, id });

const toCardTransaction = (value: CardTransaction) => create(TransactionSchema, { kind: { case: 'card', value } });

/** By creation, then by id, as in the database. */
function inOrder(one: Position, other: Position): number {
  const difference = one.createdAt.getTime() - other.createdAt.getTime();
  if (difference !== 0) return difference;
  return one.id < other.id ? -1 : 1;
}

function filterOf(request: ListTransactionsRequest, context: TransfersContext): TransactionFilter {
  const { customerId, platformCustomerId, status, type, reference, startDate, endDate } = request;
  const account = (text: string): AccountFilter => ({ text, keys: identifierKeys(context, text) });
  const { accountIdentifier, senderAccountIdentifier: sender, receiverAccountIdentifier: receiver } = request;
  return {
    platformId: context.caller.platformId,
    ...(customerId !== undefined && { owner: customerId }),
    ...(platformCustomerId !== undefined && { platformCustomerId }),
    ...(accountIdentifier !== undefined && { either: account(accountIdentifier) }),
    ...(sender !== undefined && { sender: account(sender) }),
    ...(receiver !== undefined && { receiver: account(receiver) }),
    ...(status !== undefined && { status: nameIn(TransactionStatus, status) }),
    ...(type !== undefined && { type: nameIn(ListedTransactionType, type) }),
    ...(reference !== undefined && { reference: referenceFilter(reference) }),
    ...(startDate && { from: timestampDate(startDate) }),
    ...(endDate && { to: timestampDate(endDate) }),
  };
}

/** Matches both references. That of a refund only if there is one. */
function referenceFilter(reference: string) {
  const text = reconciliationReferenceOf(reference);
  return { text, isOfRefund: text !== reference };
}
