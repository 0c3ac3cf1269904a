// AgentGetQuote: a quote that the agent created.
import type { AgentPaymentService } from '../../../gen/payments/agents/v1/agent_payment_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { callingAgent } from '../steps/calling-agent.ts';
import { findOwnQuote } from '../steps/find-own-quote.ts';

type AgentGetQuote = AgentsMethod<typeof AgentPaymentService.method.agentGetQuote>;

export const agentGetQuote: AgentGetQuote = async ({ quoteId }, context) =>
  (await findOwnQuote(context, await callingAgent(context), quoteId)).quote;
