// AgentCreateQuote: a quote between accounts that the policy allows. Limits are checked when it is executed.
import type { AgentPaymentService } from '../../../gen/payments/agents/v1/agent_payment_pb.ts';
import type { CreateQuoteRequest } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AgentsContext, AgentsMethod } from '../context.ts';
import { customerIdOf } from '../convert.ts';
import type { Agent } from '../domain/agent.ts';
import { refusalOfAccounts } from '../domain/evaluation.ts';
import { callingAgent } from '../steps/calling-agent.ts';

type AgentCreateQuote = AgentsMethod<typeof AgentPaymentService.method.agentCreateQuote>;

export const agentCreateQuote: AgentCreateQuote = async (request, context) => {
  const agent = await callingAgent(context);
  refuseUngated(request);
  const internal = await findInternalAccounts(context, agent, request);
  const refusal = refusalOfAccounts(agent.policy, internal);
  if (refusal) throw refusal;
  const headers = { 'idempotency-key': context.operationId };
  const { outcome } = await context.clients.quotes.createQuote(request, { headers });
  if (!outcome.value) throw new TypeError('The response lacks the quote.');
  return outcome.value;
};

/** Refuses what would leave nothing for the policy to decide at the execution. */
function refuseUngated({ source, immediatelyExecute, platformFeeOverride }: CreateQuoteRequest): void {
  const errors: FieldError[] = [];
  if (source?.kind.case !== 'account') errors.push({ field: 'source.sourceType', message: 'must be ACCOUNT' });
  if (immediatelyExecute) errors.push({ field: 'immediatelyExecute', message: 'must be absent: execute the quote instead' });
  if (platformFeeOverride) errors.push({ field: 'platformFeeOverride', message: 'cannot be set by an agent' });
  if (errors.length > 0) throw invalidInput(errors);
}

/** The internal accounts among both ends. Throws INVALID_INPUT for accounts that are not of the customer. */
async function findInternalAccounts(
  { clients }: AgentsContext,
  agent: Agent,
  { source, destination }: CreateQuoteRequest,
): Promise<string[]> {
  const from = source?.kind.case === 'account' ? source.kind.value.accountId : '';
  const to = destination?.kind.case === 'account' ? destination.kind.value.accountId : undefined;
  const named = [
    { field: 'source.accountId', id: from },
    ...(to === undefined ? [] : [{ field: 'destination.accountId', id: to }]),
  ];
  const { accounts } = await clients.accounts.getAccounts({ ids: [...new Set(named.map(({ id }) => id))] });
  const own = accounts.flatMap(({ kind }) => {
    const account = kind.case === 'external' ? (kind.value.isDeleted ? undefined : kind.value.account) : kind.value;
    return account?.customerId === customerIdOf(agent) ? [{ id: account.id, isInternal: kind.case === 'internal' }] : [];
  });
  const foreign = named.filter(({ id }) => !own.some((one) => one.id === id));
  if (foreign.length > 0) {
    throw invalidInput(foreign.map(({ field }) => ({ field, message: 'is not an account of the customer' })));
  }
  return own.flatMap(({ id, isInternal }) => (isInternal ? [id] : []));
}
