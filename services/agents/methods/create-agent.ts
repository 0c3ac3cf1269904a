// CreateAgent: a new agent of a customer, with its first device code.
import type { AgentService } from '../../../gen/payments/agents/v1/agent_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { fail, Refusal } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AgentsContext, AgentsMethod } from '../context.ts';
import { toAgent, toDeviceCode } from '../convert.ts';
import { toPolicy } from '../convert-policy.ts';
import { type Agent, agentsMax } from '../domain/agent.ts';
import { unused } from '../domain/usage.ts';
import { refuseForeignAccounts, refuseUnknownCurrencies } from '../steps/check-policy.ts';
import { freeCode, issuedCode } from '../steps/issue-code.ts';

type CreateAgent = AgentsMethod<typeof AgentService.method.createAgent>;

export const createAgent: CreateAgent = async (request, context) => {
  const agent = await agentIn(request, context);
  const code = await freeCode(context);
  const issued = issuedCode(code, agent, context);

  await context.store.write(async (rows) => {
    const refused = await rows.owners.claimPlace(agent);
    if (refused === 'closed') throw unknownCustomer();
    if (refused === 'limit')
      throw fail(ErrorCode.CONFLICT, `The customer already has ${agentsMax} agents, the maximum. Delete one first.`);
    await rows.agents.insert(agent);
    await rows.deviceCodes.insert(agent.platformId, issued);
  });
  return { agent: toAgent(agent, agent.createdAt), deviceCode: toDeviceCode(code, issued) };
};

/** Validates a request. Throws its errors. */
async function agentIn(request: Parameters<CreateAgent>[0], context: AgentsContext): Promise<Agent> {
  const { caller, clock, operationId } = context;
  if (!request.policy) throw invalidInput([{ field: 'policy', message: 'is required' }]);
  const policy = toPolicy(request.policy);
  refuseUnknownCurrencies(policy);
  await refuseUnknownCustomer(request.customerId, context);
  const customerId = uuidIn(request.customerId);
  await refuseForeignAccounts(policy, { customerId, prefix: 'policy.' }, context);
  const now = clock.now();
  return {
    id: operationId,
    platformId: caller.platformId,
    customerId,
    name: request.name.trim(),
    isPaused: false,
    tokenHash: undefined,
    policy,
    usage: unused(now),
    createdAt: now,
    updatedAt: now,
  };
}

async function refuseUnknownCustomer(customerId: string, { clients }: AgentsContext): Promise<void> {
  try {
    const customer = await clients.customers.getCustomer({ customerId });
    if (!customer.isDeleted) return;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== ErrorCode.USER_NOT_FOUND) throw error;
  }
  throw unknownCustomer();
}

const unknownCustomer = () => invalidInput([{ field: 'customerId', message: 'is not a customer of this platform' }]);
