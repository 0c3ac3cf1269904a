// EndAgentPayment: fails the payment of an action that was rejected, or that could not start. Nothing was held.
import type { AgentPaymentService } from '../../../gen/payments/transfers/v1/agent_payment_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { isRequested } from '../steps/agents/find-agent-payment.ts';
import { transit } from '../steps/shared/transition.ts';

type EndAgentPayment = TransfersMethod<typeof AgentPaymentService.method.endAgentPayment>;

/** A payment that another event ends at the same time, such as its expiry, does not change. */
export const endAgentPayment: EndAgentPayment = async ({ transactionId, isRejected }, context) => {
  const payment = await context.store.transactions.find(context.caller.platformId, transactionId);
  if (!payment || !isRequested(payment) || payment.state !== 'AWAITING_APPROVAL') return {};
  const point = 'agent payment ended';
  if (payment.kind === 'TRANSFER_IN') await transit(context, payment, { event: isRejected ? 'rejected' : 'notStarted', point });
  else await transit(context, payment, { event: 'rejected', point });
  return {};
};
