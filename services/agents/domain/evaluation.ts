// The verdict of a policy on a request of its agent. The order of the checks is part of the contract.
import { AgentExecutionMode, type AgentPermission } from '../../../gen/payments/agents/v1/agent_policy_pb.ts';
import type { Refusal } from '../../kit/messages/fail.ts';
import type { Agent } from './agent.ts';
import { type Converted, convert, type MidRate, type Money } from './conversion.ts';
import {
  accountNotAllowed,
  agentPaused,
  type Excess,
  type LimitReason,
  limitExceeded,
  permissionDenied,
  rateUnavailable,
} from './denials.ts';
import type { AccountRule, Policy } from './policy.ts';
import { usageAt } from './usage.ts';

/** The parts of an agent that verdicts depend on. */
export type Judged = Pick<Agent, 'isPaused' | 'policy' | 'usage'>;

/** What an operation demands of an agent, before its request is read. */
export interface Demand {
  /** Reads are allowed while the agent is paused. */
  readonly isRead: boolean;
  /** One of these is required. Empty: none. */
  readonly permissions: readonly AgentPermission[];
}

/** Why the agent may not call an operation. Undefined if it may. */
export function refusalToCall({ isPaused, policy }: Judged, { isRead, permissions }: Demand): Refusal | undefined {
  if (isPaused && !isRead) return agentPaused();
  const [first] = permissions;
  if (first === undefined || permissions.some((one) => policy.permissions.includes(one))) return undefined;
  return permissionDenied(first);
}

/** Why the agent may not use one of these internal accounts. Undefined if it may use all of them. */
export function refusalOfAccounts({ accountRestrictions }: Policy, accountIds: readonly string[]): Refusal | undefined {
  const allowed = accountRestrictions?.allowedAccountIds;
  const foreign = allowed && accountIds.find((id) => !allowed.includes(id));
  return foreign === undefined ? undefined : accountNotAllowed(foreign);
}

/** A payment that an agent requests. */
export interface RequestedPayment {
  readonly permission: AgentPermission;
  /** Public ids of the internal accounts that it names. */
  readonly accountIds: readonly string[];
  /** Public id of the internal account whose rule applies, if there is one. */
  readonly ruledBy?: string | undefined;
  /** With fees. */
  readonly money: Money;
}

/** What a verdict depends on, besides the agent and the payment. */
export interface Circumstances {
  readonly now: Date;
  readonly midRate: MidRate;
  /** Why the quote cannot be executed. */
  readonly quoteRefusal?: Refusal | undefined;
  /** Why the signature of the wallet is not accepted. */
  readonly signatureRefusal?: Refusal | undefined;
}

/** `spend`: in the currency of the limits. */
export type Verdict = { readonly outcome: 'RUN' | 'APPROVAL'; readonly spend: Converted } | Denied;

/** `spend`: for a limit that it exceeds. Other denials come before it is compared. */
export interface Denied {
  readonly outcome: 'DENIED';
  readonly refusal: Refusal;
  readonly spend?: Converted;
}

/** The verdict on a new request. */
export function judge(agent: Judged, payment: RequestedPayment, circumstances: Circumstances): Verdict {
  const verdict = judgeApproved(agent, payment, circumstances);
  if (verdict.outcome === 'DENIED') return verdict;
  const { midRate, signatureRefusal } = circumstances;
  if (signatureRefusal) return { outcome: 'DENIED', refusal: signatureRefusal };
  return needsApproval(agent.policy, payment, midRate) ? { ...verdict, outcome: 'APPROVAL' } : verdict;
}

/** The verdict on a request that was approved, and whose signature was accepted: it never requires an approval again. */
export function judgeApproved(agent: Judged, payment: RequestedPayment, circumstances: Circumstances): Verdict {
  const { policy } = agent;
  const { money, permission, accountIds } = payment;
  const refusal =
    refusalToCall(agent, { isRead: false, permissions: [permission] }) ??
    refusalOfAccounts(policy, accountIds) ??
    circumstances.quoteRefusal;
  if (refusal) return { outcome: 'DENIED', refusal };

  const { currency } = policy.spendingLimits;
  const spend = convert(money, currency, { midRate: circumstances.midRate, rounding: 'UP' });
  if (!spend) return { outcome: 'DENIED', refusal: rateUnavailable({ from: money.currency, to: currency }) };
  const exceeded = exceededLimit(agent, { spend, rule: ruleFor(policy, payment), now: circumstances.now });
  return exceeded ? { outcome: 'DENIED', refusal: exceeded, spend } : { outcome: 'RUN', spend };
}

interface Spending {
  readonly spend: Converted;
  readonly rule: AccountRule | undefined;
  readonly now: Date;
}

/** Of a limit that may not be set. */
type Demanded = Pick<Excess, 'used' | 'requested'> & { readonly limit: bigint | undefined };

/** The first exceeded limit. Equal amounts pass. */
function exceededLimit({ policy, usage }: Judged, { spend, rule, now }: Spending): Refusal | undefined {
  const { currency, perTransactionLimit, dailyLimit, dailyTransactionLimit, monthlyLimit } = policy.spendingLimits;
  const { dailyTransactionCount, dailySpend, monthlySpend } = usageAt(usage, now);
  const limits: [LimitReason, Demanded][] = [
    ['PER_TRANSACTION_LIMIT', { limit: rule?.perTransactionLimit ?? perTransactionLimit, used: 0n, requested: spend.amount }],
    ['DAILY_TRANSACTION_LIMIT', { limit: dailyTransactionLimit, used: dailyTransactionCount, requested: 1n }],
    ['DAILY_LIMIT', { limit: dailyLimit, used: dailySpend, requested: spend.amount }],
    ['MONTHLY_LIMIT', { limit: monthlyLimit, used: monthlySpend, requested: spend.amount }],
  ];
  for (const [reason, { limit, used, requested }] of limits) {
    if (limit !== undefined && used + requested > limit) return limitExceeded(reason, { currency, limit, used, requested });
  }
  return undefined;
}

/** Whether a threshold, the rule of the account or the default mode requires it. An amount that cannot be compared requires it. */
function needsApproval(policy: Policy, payment: RequestedPayment, midRate: MidRate): boolean {
  const { amount, currency = '' } = policy.approvalThresholds ?? {};
  if (amount !== undefined) {
    const compared = convert(payment.money, currency, { midRate, rounding: 'UP' });
    if (!compared || compared.amount > amount) return true;
  }
  const mode = ruleFor(policy, payment)?.executionMode ?? policy.defaultExecutionMode;
  return mode !== AgentExecutionMode.AUTO;
}

function ruleFor({ accountRestrictions }: Policy, { ruledBy }: RequestedPayment): AccountRule | undefined {
  return accountRestrictions?.accountRules.find(({ accountId }) => accountId === ruledBy);
}
