// Sends a payment from a UMA address back that waits for its platform.
import type { PaymentApprovalService } from '../../../gen/payments/transfers/v1/approval_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { toIncomingPayment } from '../convert.ts';
import { decide } from '../steps/uma/decide.ts';
import { findWaiting, notWaiting } from '../steps/uma/find-waiting.ts';

export const rejectPayment: TransfersMethod<typeof PaymentApprovalService.method.rejectPayment> = async (request, context) => {
  const payment = await findWaiting(context, request.transactionId);
  const { reason } = request;
  const rejected = await decide(context, payment, { kind: 'REJECTED', ...(reason !== undefined && { reason }) });
  if (!rejected) throw notWaiting(payment);
  return toIncomingPayment(rejected, context.clock.now());
};
