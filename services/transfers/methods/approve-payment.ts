// Approves a payment that waits for its platform: of an agent, or from a UMA address.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { PaymentApprovalService } from '../../../gen/payments/transfers/v1/approval_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';
import { toDecidedPayment } from '../convert.ts';
import { customerFieldsIn, missingFields } from '../domain/uma/customer-fields.ts';
import { decideAction } from '../steps/agents/decide-action.ts';
import { decideWaiting } from '../steps/uma/decide-waiting.ts';

export const approvePayment: TransfersMethod<typeof PaymentApprovalService.method.approvePayment> = async (request, context) => {
  const ofAgent = await decideAction(context, request.transactionId, { isApproved: true });
  if (ofAgent) return toDecidedPayment(ofAgent, context.clock.now());

  const info = customerFieldsIn(request.receiverCustomerInfo);
  const approved = await decideWaiting(context, request.transactionId, (payment) => {
    const missing = missingFields(info, payment.uma.pending.requested);
    if (missing.length > 0) throw missingReceiverFields(missing);
    return { kind: 'APPROVED', info };
  });
  return toDecidedPayment(approved, context.clock.now());
};

function missingReceiverFields(missing: readonly string[]) {
  const errors = missing.map((name) => ({ field: `receiverCustomerInfo.${name}`, message: 'is required by the sender' }));
  return fail(ErrorCode.MISSING_MANDATORY_USER_INFO, `The sender requires: ${missing.join(', ')}.`, { errors });
}
