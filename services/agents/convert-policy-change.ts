// Converts requests to changes of policies.
import { type DescMessage, isFieldSet, type MessageShape } from '@bufbuild/protobuf';
import type { UpdateAgentPolicyRequest } from '../../gen/payments/agents/v1/agent_pb.ts';
import {
  type AgentAccountRestrictions,
  AgentAccountRestrictionsSchema,
  AgentApprovalThresholdsSchema,
  type AgentSpendingLimitsUpdate,
  AgentSpendingLimitsUpdateSchema,
} from '../../gen/payments/agents/v1/agent_policy_pb.ts';
import { type Mask, maskBelow, maskOf } from '../kit/messages/update-mask.ts';
import { toRestrictions } from './convert-policy.ts';
import type { AccountRestrictions, SpendingLimits } from './domain/policy.ts';
import type { PolicyChange } from './domain/policy-change.ts';

/** The change in a valid request. */
export function toPolicyChange(request: UpdateAgentPolicyRequest): PolicyChange {
  const mask = maskOf(request.updateMask);
  const { permissions, defaultExecutionMode, spendingLimits, accountRestrictions, approvalThresholds } = request;
  const hasPermissions = permissions.length > 0 || mask?.includes('permissions');
  return {
    ...(hasPermissions && { permissions: [...new Set(permissions)] }),
    ...(defaultExecutionMode !== undefined && { defaultExecutionMode }),
    ...(spendingLimits && {
      spendingLimits: limitsIn(spendingLimits, maskBelow(mask, 'spending_limits')),
    }),
    ...(accountRestrictions && {
      accountRestrictions: restrictionsIn(accountRestrictions, maskBelow(mask, 'account_restrictions')),
    }),
    ...(approvalThresholds && {
      approvalThresholds: membersOf(AgentApprovalThresholdsSchema, approvalThresholds, maskBelow(mask, 'approval_thresholds')),
    }),
  };
}

/** Only limits that can be cleared are ever undefined. */
function limitsIn(message: AgentSpendingLimitsUpdate, mask: Mask): Partial<SpendingLimits> {
  return membersOf(AgentSpendingLimitsUpdateSchema, message, mask) as Partial<SpendingLimits>;
}

function restrictionsIn(message: AgentAccountRestrictions, mask: Mask): Partial<AccountRestrictions> {
  const { allowedAccountIds, accountRules } = toRestrictions(message);
  const named = membersOf(AgentAccountRestrictionsSchema, message, mask);
  return {
    ...('allowedAccountIds' in named && { allowedAccountIds }),
    ...('accountRules' in named && { accountRules }),
  };
}

/** The members that the request contains. Those that it sets to null are undefined. */
function membersOf<D extends DescMessage>(desc: D, message: MessageShape<D>, mask: Mask): Partial<Members<D>> {
  const values = message as unknown as Record<string, unknown>;
  const named = desc.fields.filter((field) => {
    if (isFieldSet(message, field)) return !mask || mask.includes(field.name);
    return mask?.includes(field.name) && (field.fieldKind === 'list' || clearable.has(field.name));
  });
  return Object.fromEntries(named.map(({ localName }) => [localName, values[localName]])) as Partial<Members<D>>;
}

type Members<D extends DescMessage> = Omit<MessageShape<D>, '$typeName' | '$unknown'>;

const clearable: ReadonlySet<string> = new Set(['daily_limit', 'monthly_limit', 'allowed_account_ids', 'amount']);
