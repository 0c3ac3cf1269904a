// Lists transactions of the platform in pages. Filters are combined with AND.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  ListedTransactionType,
  type ListTransactionsRequest,
  SortOrder,
  type TransactionService,
} from '../../../gen/payments/transfers/v1/transaction_pb.ts';
import { TransactionStatus } from '../../../gen/payments/transfers/v1/transaction_status_pb.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import { nameIn } from '../domain/shared/name-in.ts';
import { reconciliationReferenceOf } from '../domain/shared/reference.ts';
import { identifierKeys } from '../steps/shared/identifier-key.ts';
import type { AccountFilter, TransactionFilter } from '../store/transaction-filter.ts';

export const listTransactions: TransfersMethod<typeof TransactionService.method.listTransactions> = async (request, context) => {
  const { store, clock } = context;
  const { limit = pageSize, cursor, sortOrder } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const filter = filterOf(request, context);
  const now = clock.now();

  const [rows, totalCount] = await Promise.all([
    store.list.page({ filter, now, isAscending: sortOrder === SortOrder.ASC, limit, ...(after && { after }) }),
    store.list.count(filter, now),
  ]);
  const { data, ...page } = pageOf(rows, limit);
  return {
    ...page,
    ...(totalCount !== undefined && { totalCount }),
    data: data.map((transaction) => toTransaction(transaction, now)),
  };
};

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
