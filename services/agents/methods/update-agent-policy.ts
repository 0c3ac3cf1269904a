// UpdateAgentPolicy: changes what an agent may do, from its next request on.
import { equals } from '@bufbuild/protobuf';
import { AgentSchema, type AgentService } from '../../../gen/payments/agents/v1/agent_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { thresholdProblems } from '../checks/policy.ts';
import type { AgentsContext, AgentsMethod } from '../context.ts';
import { toAgent } from '../convert.ts';
import { toPolicyChange } from '../convert-policy-change.ts';
import type { Agent } from '../domain/agent.ts';
import type { MidRate } from '../domain/conversion.ts';
import type { Policy } from '../domain/policy.ts';
import { type PolicyChange, withChange } from '../domain/policy-change.ts';
import { usageAt } from '../domain/usage.ts';
import { refuseForeignAccounts, refuseUnknownCurrencies } from '../steps/check-policy.ts';
import { findAgent, noAgent } from '../steps/find-agent.ts';
import { ratesTo } from '../steps/mid-rates.ts';

export const updateAgentPolicy: AgentsMethod<typeof AgentService.method.updateAgentPolicy> = async (request, context) => {
  const { clock, store } = context;
  const change = toPolicyChange(request);
  const found = await findAgent(request.agentId, context);
  const midRate = await ratesFor(change, context);
  const { policy } = changed(found, change, midRate);
  refuseUnknownCurrencies(policy);
  const { accountRestrictions } = change;
  const sent = accountRestrictions && { accountRules: [], ...accountRestrictions };
  await refuseForeignAccounts({ accountRestrictions: sent }, { customerId: found.customerId, prefix: '' }, context);

  const now = clock.now();
  const updated = await store.write(async (rows) => {
    const agent = await rows.agents.lock(found.platformId, found.id);
    if (!agent) throw noAgent(request.agentId);
    const before = { ...agent, usage: usageAt(agent.usage, now) };
    const after = { ...before, ...changed(before, change, midRate) };
    if (equals(AgentSchema, toAgent(before, now), toAgent(after, now))) return agent;
    const dated = { ...after, updatedAt: now };
    await rows.agents.update(dated);
    return dated;
  });
  return toAgent(updated, now);
};

async function ratesFor({ spendingLimits }: PolicyChange, context: AgentsContext): Promise<MidRate> {
  return spendingLimits?.currency === undefined ? () => undefined : ratesTo(spendingLimits.currency, context);
}

/** Throws INVALID_CURRENCY if there is no rate, and INVALID_INPUT for a threshold without a currency. */
function changed(agent: Agent, change: PolicyChange, midRate: MidRate): Pick<Agent, 'policy' | 'usage'> {
  const limited = withChange(agent, change, midRate);
  if (!limited) throw noRate(agent.policy, change);
  const problems = thresholdProblems(limited.policy.approvalThresholds);
  if (problems.length > 0) throw invalidInput(problems);
  return limited;
}

function noRate({ spendingLimits: { currency: from } }: Policy, { spendingLimits }: PolicyChange) {
  const to = spendingLimits?.currency ?? from;
  return fail(ErrorCode.INVALID_CURRENCY, `There is no rate to convert the limits from ${from} to ${to}.`, { currency: to });
}
