// Rejects a payment from a UMA address that waits for its platform.
import type { PaymentApprovalService } from '../../../gen/payments/transfers/v1/approval_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { toIncomingPayment } from '../convert.ts';
import { decideWaiting } from '../steps/uma/decide-waiting.ts';

export const rejectPayment: TransfersMethod<typeof PaymentApprovalService.method.rejectPayment> = async (request, context) => {
  const { transactionId, reason } = request;
  const rejected = await decideWaiting(context, transactionId, () => ({
    kind: 'REJECTED',
    ...(reason !== undefined && { reason }),
  }));
  return toIncomingPayment(rejected, context.clock.now());
};
