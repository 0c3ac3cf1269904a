// AgentCreateTransferIn: pulls money from a bank account of the customer, or submits the transfer for approval.
import { toJson } from '@bufbuild/protobuf';
import type { AgentPaymentService } from '../../../gen/payments/agents/v1/agent_payment_pb.ts';
import { CreateTransferInRequestSchema } from '../../../gen/payments/transfers/v1/transfer_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { callingAgent } from '../steps/calling-agent.ts';
import { findTransferEnds, requiredAmount } from '../steps/find-transfer.ts';
import { startTransfer } from '../steps/start-transfer.ts';

type AgentCreateTransferIn = AgentsMethod<typeof AgentPaymentService.method.agentCreateTransferIn>;

export const agentCreateTransferIn: AgentCreateTransferIn = async (request, context) => {
  const agent = await callingAgent(context);
  return startTransfer(context, agent, async () => {
    const amount = requiredAmount(request.amount);
    const source = request.source?.accountId ?? '';
    const destination = request.destination?.accountId ?? '';
    const { currency } = await findTransferEnds(context, agent, { internal: destination, external: source });
    const json = toJson(CreateTransferInRequestSchema, request);
    return { type: 'TRANSFER_IN', source, destination, money: { currency, amount }, request: json };
  });
};
