// Checks over several fields of a policy.
import type { UpdateAgentPolicyRequest } from '../../../gen/payments/agents/v1/agent_pb.ts';
import type {
  AgentAccountRestrictions,
  AgentApprovalThresholds,
  AgentPolicy,
} from '../../../gen/payments/agents/v1/agent_policy_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { textsIn } from '../convert-policy.ts';

/** Fields are named from the policy on. */
export function policyProblems(policy: Partial<AgentPolicy> | undefined): FieldError[] {
  const { accountRestrictions, approvalThresholds } = policy ?? {};
  return [
    ...allowedProblems(accountRestrictions),
    ...ruleProblems(accountRestrictions),
    ...thresholdProblems(approvalThresholds),
  ];
}

const allowedMax = 1_000;

function allowedProblems(restrictions: AgentAccountRestrictions | undefined): FieldError[] {
  const field = 'accountRestrictions.allowedAccountIds';
  const ids = restrictions?.allowedAccountIds && textsIn(restrictions.allowedAccountIds);
  if (!ids) return [];
  if (ids.length > allowedMax) return [{ field, message: `must have at most ${allowedMax} elements` }];
  return ids.flatMap((id, index) =>
    uuidOf('InternalAccount', id) === undefined
      ? [{ field: `${field}.${index}`, message: 'must be the id of an internal account' }]
      : [],
  );
}

function ruleProblems({ accountRules }: Pick<AgentAccountRestrictions, 'accountRules'> = { accountRules: [] }): FieldError[] {
  const seen = new Set<string>();
  return accountRules.flatMap(({ accountId }, index) => {
    const isRepeated = seen.has(accountId);
    seen.add(accountId);
    const field = `accountRestrictions.accountRules.${index}.accountId`;
    return isRepeated ? [{ field, message: 'has another rule in this list' }] : [];
  });
}

/** Thresholds are checked with the policy that they change. */
export function checkPolicyChange(request: UpdateAgentPolicyRequest): FieldError[] {
  const { permissions, defaultExecutionMode, spendingLimits, accountRestrictions, approvalThresholds, updateMask } = request;
  const isEmpty = [defaultExecutionMode, spendingLimits, accountRestrictions, approvalThresholds].every(
    (one) => one === undefined,
  );
  if (isEmpty && permissions.length === 0 && !updateMask?.paths.length) {
    return [{ field: 'permissions', message: 'or another member of the policy is required' }];
  }
  return [...allowedProblems(accountRestrictions), ...ruleProblems(accountRestrictions)];
}

/** The amount of a threshold requires a currency. */
export function thresholdProblems(thresholds: Pick<AgentApprovalThresholds, 'amount' | 'currency'> | undefined): FieldError[] {
  if (thresholds?.amount === undefined || thresholds.currency !== undefined) return [];
  return [{ field: 'approvalThresholds.currency', message: 'is required with an amount' }];
}
