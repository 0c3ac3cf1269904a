// A quote that the calling agent created.
import type { AgentQuote } from '../../../gen/payments/transfers/v1/agent_payment_pb.ts';
import type { Quote } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import type { AgentsContext } from '../context.ts';
import type { Agent } from '../domain/agent.ts';

/** Throws QUOTE_NOT_FOUND. */
export async function findOwnQuote(
  { clients }: AgentsContext,
  { id: agentId }: Agent,
  quoteId: string,
): Promise<AgentQuote & { readonly quote: Quote }> {
  const found = await clients.payments.findAgentQuote({ quoteId, agentId });
  const { quote } = found;
  if (!quote) throw new TypeError('The response lacks the quote.');
  return { ...found, quote };
}
