// ListCardTransactions: a page of the card transactions that match all given filters, for the list of all transactions.
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type {
  CardTransactionDirectoryService,
  ListCardTransactionsRequest,
} from '../../../gen/payments/cards/v1/card_transaction_directory_pb.ts';
import { CardTransactionStatusSchema } from '../../../gen/payments/cards/v1/card_transaction_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { enumNames } from '../../kit/messages/json/enums.ts';
import type { CardsMethod } from '../context.ts';
import { toCardTransaction } from '../convert-payment.ts';
import type { CardStatus } from '../domain/payment/states.ts';
import type { PaymentFilter } from '../store/payment-list.ts';

type Methods = typeof CardTransactionDirectoryService.method;

export const listCardTransactions: CardsMethod<Methods['listCardTransactions']> = async (request, { caller, store }) => {
  const { limit, after, isOldestFirst } = request;
  const filter = filterOf(request, caller.platformId);
  if (!filter) return { data: [], totalCount: 0n };

  const position = after?.createdAt && { createdAt: timestampDate(after.createdAt), id: after.id };
  const [rows, totalCount] = await Promise.all([
    store.paymentList.page(filter, { after: position, limit, isOldestFirst }),
    store.paymentList.count(filter),
  ]);
  return { data: rows.map(toCardTransaction), ...(totalCount !== undefined && { totalCount }) };
};

/** Undefined if nothing can match, because an id is of another kind. */
function filterOf(request: ListCardTransactionsRequest, platformId: string): PaymentFilter | undefined {
  const { customerId, accountId, debitedAccountId, creditedAccountId, platformCustomerId, status, startDate, endDate } = request;
  const ids = {
    cardholderId: uuidIn('Customer', customerId),
    accountId: uuidIn('InternalAccount', accountId),
    debitedId: uuidIn('InternalAccount', debitedAccountId),
    creditedId: uuidIn('InternalAccount', creditedAccountId),
  };
  if (Object.values(ids).includes(none)) return undefined;
  const shown = status === undefined ? undefined : (statuses.byNumber.get(status) as CardStatus);
  return { platformId, ...ids, platformCustomerId, status: shown, from: dateOf(startDate), to: dateOf(endDate) };
}

const statuses = enumNames(CardTransactionStatusSchema);
const none = 'none';

const uuidIn = (kind: string, id: string | undefined) => (id === undefined ? undefined : (uuidOf(kind, id) ?? none));
const dateOf = (time: Timestamp | undefined) => time && timestampDate(time);
