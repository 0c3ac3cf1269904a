// The context of a payment that an agent requested: the action is the operation, also when the platform or a job continues it.
import type { AgentPayment } from '../../../../gen/payments/transfers/v1/agent_payment_pb.ts';
import type { TransfersContext } from '../../context.ts';

export function actingFor(context: TransfersContext, { actionId, agentId }: AgentPayment): TransfersContext {
  return { ...context, operationId: actionId, caller: { ...context.caller, agentId } };
}
