// ListSuspendedRefunds: refunds that the operator must release.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { SuspendedRefundService } from '../../../gen/payments/transfers/v1/suspended_refund_pb.ts';
import { publicId, uuidIn } from '../../kit/core/ids.ts';
import type { TransfersMethod } from '../context.ts';
import { amountFrom } from '../domain/record/transaction.ts';

export const listSuspendedRefunds: TransfersMethod<typeof SuspendedRefundService.method.listSuspendedRefunds> = async (
  { limit = 100, after },
  { store, caller },
) => {
  const suspended = await store.transactions.suspended(caller.platformId, { limit, ...(after && { after: uuidIn(after) }) });
  return {
    refunds: suspended.map((transaction) => ({
      transactionId: publicId('Transaction', transaction.id),
      owner: transaction.owner,
      currency: transaction.sent.currency,
      amount: amountFrom(transaction),
      initiatedAt: timestampFromDate(transaction.refund?.initiatedAt ?? transaction.updatedAt),
    })),
  };
};
