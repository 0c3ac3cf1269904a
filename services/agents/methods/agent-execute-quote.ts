// AgentExecuteQuote: runs a quote of the agent, or submits it for approval, as the policy says.

import { type AgentExecuteQuoteRequest, AgentPaymentService } from '../../../gen/payments/agents/v1/agent_payment_pb.ts';
import { AgentPermission } from '../../../gen/payments/agents/v1/agent_policy_pb.ts';
import { type Signed, signedRetry, toChallenge } from '../../kit/calls/signed-retry.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import type { AgentsContext, AgentsMethod } from '../context.ts';
import type { Action } from '../domain/action.ts';
import { callingAgent } from '../steps/calling-agent.ts';
import { findOwnQuote } from '../steps/find-own-quote.ts';
import { showAction } from '../steps/show-actions.ts';
import { type ActionDraft, continuedAction, refuseDenied, startAction } from '../steps/start-action.ts';

type AgentExecuteQuote = AgentsMethod<typeof AgentPaymentService.method.agentExecuteQuote>;
type Found = Awaited<ReturnType<typeof findOwnQuote>>;

/** The signature of a wallet is checked after the limits, before the policy decides. */
export const agentExecuteQuote: AgentExecuteQuote = async (request, context) => {
  const continued = await continuedAction(context);
  if (continued) return { outcome: { case: 'action', value: await showAction(continued, context) } };

  const agent = await callingAgent(context);
  const found = await findOwnQuote(context, agent, request.quoteId);
  const draft = draftOf(context, agent, found);
  await refuseDenied(context, agent, draft);
  const run = (signer: Signer) => startAction(context, signedBy(draft, request, signer));
  const { challenge, result } = await signed(context, { request, found, run });
  if (challenge) return { outcome: { case: 'challenge', value: toChallenge(challenge) } };
  return { outcome: { case: 'action', value: await showAction(result, context) } };
};

interface Signer {
  /** uuid. Absent if no session signed. */
  readonly sessionId?: string | undefined;
}

function draftOf(
  { clock, operationId }: AgentsContext,
  { id: agentId, platformId, customerId }: Pick<Action, 'id' | 'platformId' | 'customerId'>,
  { quote, transactionId, platformCustomerId, internalAccountIds: accountIds, rulingAccountId: ruledBy, conflict }: Found,
): ActionDraft {
  const now = clock.now();
  const money = { currency: quote.sendingCurrency?.code ?? '', amount: quote.totalSendingAmount };
  const ids = { id: operationId, platformId, agentId, customerId, platformCustomerId, quoteId: uuidIn(quote.id), transactionId };
  const action = { ...ids, type: 'EXECUTE_QUOTE', accountIds, ruledBy, money, createdAt: now, updatedAt: now } as const;
  return { action, payment: { permission: AgentPermission.EXECUTE_QUOTES, accountIds, ruledBy, money }, secret: {}, conflict };
}

function signedBy(draft: ActionDraft, { walletSignature }: AgentExecuteQuoteRequest, { sessionId }: Signer): ActionDraft {
  return { ...draft, action: { ...draft.action, sessionId }, secret: { walletSignature } };
}

interface Signing {
  readonly request: AgentExecuteQuoteRequest;
  readonly found: Found;
  readonly run: (signer: Signer) => Promise<Action>;
}

/** Only wallets require a signature. Others ignore it. */
async function signed(context: AgentsContext, { request, found, run }: Signing): Promise<Signed<Action>> {
  const { payloadToSign: payload, rulingAccountId, quote } = found;
  if (payload === undefined || rulingAccountId === undefined) return { result: await run({}) };

  const accountId = uuidIn(rulingAccountId);
  const { walletSignature, requestId } = request;
  if (walletSignature !== undefined && requestId === undefined) {
    return { result: await run(await context.clients.signedRequests.verifyStamp({ accountId, payload, walletSignature })) };
  }
  const { expiresAt } = quote;
  const open = async () => ({ accountIds: [accountId], payload, ...(expiresAt && { expiresAt }) });
  return signedRetry(context, { desc: AgentPaymentService.method.agentExecuteQuote, request, open, run });
}
