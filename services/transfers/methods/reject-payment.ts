// Rejects a payment that waits for its platform: of an agent, or from a UMA address.
import type { PaymentApprovalService } from '../../../gen/payments/transfers/v1/approval_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { toDecidedPayment } from '../convert.ts';
import { decideAction } from '../steps/agents/decide-action.ts';
import { decideWaiting } from '../steps/uma/decide-waiting.ts';

export const rejectPayment: TransfersMethod<typeof PaymentApprovalService.method.rejectPayment> = async (request, context) => {
  const { transactionId, reason } = request;
  const given = reason === undefined ? {} : { reason };
  const ofAgent = await decideAction(context, transactionId, { isApproved: false, ...given });
  if (ofAgent) return toDecidedPayment(ofAgent, context.clock.now());

  const rejected = await decideWaiting(context, transactionId, () => ({ kind: 'REJECTED', ...given }));
  return toDecidedPayment(rejected, context.clock.now());
};
