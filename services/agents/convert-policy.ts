// Converts policies and usage to messages and back.
import { create, fromJson, type JsonObject, type MessageInitShape, toJson } from '@bufbuild/protobuf';
import { type ListValue, ListValueSchema } from '@bufbuild/protobuf/wkt';
import {
  type AgentAccountRestrictions,
  type AgentPolicy,
  AgentPolicySchema,
  type AgentUsageSchema,
} from '../../gen/payments/agents/v1/agent_policy_pb.ts';
import type { AccountRestrictions, Policy } from './domain/policy.ts';
import { resetsOf, type Usage } from './domain/usage.ts';

/** A policy as stored: proto3 JSON, in which amounts stay exact. */
export type PolicyJson = JsonObject;

export function policyJson(policy: Policy): PolicyJson {
  return toJson(AgentPolicySchema, toPolicyMessage(policy)) as PolicyJson;
}

export function policyOf(json: PolicyJson): Policy {
  return toPolicy(fromJson(AgentPolicySchema, json, { ignoreUnknownFields: true }));
}

/** The policy in a valid message. */
export function toPolicy({ spendingLimits, accountRestrictions, approvalThresholds, ...policy }: AgentPolicy): Policy {
  const { currency = '', perTransactionLimit = 0n, dailyLimit, dailyTransactionLimit, monthlyLimit } = spendingLimits ?? {};
  const { defaultExecutionMode, permissions } = policy;
  return {
    permissions: [...new Set(permissions)],
    defaultExecutionMode,
    spendingLimits: { currency, perTransactionLimit, dailyLimit, dailyTransactionLimit, monthlyLimit },
    accountRestrictions: accountRestrictions && toRestrictions(accountRestrictions),
    approvalThresholds: approvalThresholds && { currency: approvalThresholds.currency, amount: approvalThresholds.amount },
  };
}

export function toRestrictions({ allowedAccountIds, accountRules }: AgentAccountRestrictions): AccountRestrictions {
  return {
    allowedAccountIds: allowedAccountIds && textsIn(allowedAccountIds),
    accountRules: accountRules.map(({ accountId, executionMode, perTransactionLimit }) => ({
      accountId,
      executionMode,
      perTransactionLimit,
    })),
  };
}

/** The texts of a list. Other values become empty texts. */
export function textsIn({ values }: ListValue): string[] {
  return values.map(({ kind }) => (kind.case === 'stringValue' ? kind.value : ''));
}

export function toPolicyMessage({ spendingLimits, accountRestrictions, approvalThresholds, ...policy }: Policy): AgentPolicy {
  const message: MessageInitShape<typeof AgentPolicySchema> = {
    permissions: [...policy.permissions],
    defaultExecutionMode: policy.defaultExecutionMode,
    spendingLimits: given(spendingLimits),
    ...(accountRestrictions && { accountRestrictions: restrictionsMessage(accountRestrictions) }),
    ...(approvalThresholds && { approvalThresholds: given(approvalThresholds) }),
  };
  return create(AgentPolicySchema, message);
}

function restrictionsMessage({ allowedAccountIds: ids, accountRules }: AccountRestrictions) {
  const allowedAccountIds = ids && fromJson(ListValueSchema, [...ids]);
  return { ...(allowedAccountIds && { allowedAccountIds }), accountRules: accountRules.map((rule) => given(rule)) };
}

/** Without the fields that are undefined. */
function given<T extends object>(fields: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

export function toUsageMessage(usage: Usage): MessageInitShape<typeof AgentUsageSchema> {
  const { day, month } = resetsOf(usage);
  const { dailyTransactionCount, dailySpend, monthlySpend } = usage;
  return { dailyTransactionCount, dailySpend, monthlySpend, dailyResetDate: day, monthlyResetMonth: month };
}
