// Records when the receipt of a transaction was shown.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { PaymentApprovalService } from '../../../gen/payments/transfers/v1/approval_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import { findTransaction } from '../steps/shared/find-transaction.ts';

const aheadMaxMs = 300_000;

export const confirmReceiptDelivery: TransfersMethod<typeof PaymentApprovalService.method.confirmReceiptDelivery> = async (
  { transactionId, receiptDeliveryConfirmedAt },
  { store, clock, ...context },
) => {
  const transaction = await findTransaction({ store, clock, ...context }, transactionId);
  const now = clock.now();
  const at = receiptDeliveryConfirmedAt ? timestampDate(receiptDeliveryConfirmedAt) : now;
  if (at.getTime() > now.getTime() + aheadMaxMs) {
    throw invalidInput([{ field: 'receiptDeliveryConfirmedAt', message: 'must not be more than five minutes in the future' }]);
  }
  if (!transaction.settledAt) {
    throw fail(ErrorCode.INVALID_INPUT, `The transaction ${transactionId} is not COMPLETED and has no receipt.`);
  }
  await store.umaDetails.confirmReceipt(transaction.platformId, transaction.id, at);
  return toTransaction({ ...transaction, receiptConfirmedAt: at }, now);
};
