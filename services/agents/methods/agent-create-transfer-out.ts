// AgentCreateTransferOut: pays an external account of the customer, or submits the payment for approval.
import { toJson } from '@bufbuild/protobuf';
import type { AgentPaymentService } from '../../../gen/payments/agents/v1/agent_payment_pb.ts';
import { CreateTransferOutRequestSchema } from '../../../gen/payments/transfers/v1/transfer_pb.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AgentsMethod } from '../context.ts';
import { callingAgent } from '../steps/calling-agent.ts';
import { findTransferEnds, requiredAmount } from '../steps/find-transfer.ts';
import { startTransfer } from '../steps/start-transfer.ts';

type AgentCreateTransferOut = AgentsMethod<typeof AgentPaymentService.method.agentCreateTransferOut>;

export const agentCreateTransferOut: AgentCreateTransferOut = async (request, context) => {
  const agent = await callingAgent(context);
  return startTransfer(context, agent, async () => {
    const amount = requiredAmount(request.amount);
    const source = request.source?.accountId ?? '';
    const destination = request.destination?.accountId ?? '';
    const { currency, isWallet } = await findTransferEnds(context, agent, { internal: source, external: destination });
    if (isWallet) throw needsQuote();
    const json = toJson(CreateTransferOutRequestSchema, request);
    return { type: 'TRANSFER_OUT', source, destination, money: { currency, amount }, request: json };
  });
};

const needsQuote = () =>
  invalidInput([{ field: 'source.accountId', message: 'is a wallet, whose holder signs each payment. Create a quote instead' }]);
