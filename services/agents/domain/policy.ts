// What an agent may do. Amounts are in the smallest unit of the currency beside them.
import type { AgentExecutionMode, AgentPermission } from '../../../gen/payments/agents/v1/agent_policy_pb.ts';

export interface Policy {
  /** Each once. */
  readonly permissions: readonly AgentPermission[];
  readonly defaultExecutionMode: AgentExecutionMode;
  readonly spendingLimits: SpendingLimits;
  readonly accountRestrictions?: AccountRestrictions | undefined;
  readonly approvalThresholds?: ApprovalThresholds | undefined;
}

export interface SpendingLimits {
  /** Of the usage too. */
  readonly currency: string;
  readonly perTransactionLimit: bigint;
  readonly dailyLimit?: bigint | undefined;
  readonly dailyTransactionLimit?: bigint | undefined;
  readonly monthlyLimit?: bigint | undefined;
}

export interface AccountRestrictions {
  /** Public ids. Undefined: all accounts of the customer, also later ones. */
  readonly allowedAccountIds?: readonly string[] | undefined;
  /** At most one per account. */
  readonly accountRules: readonly AccountRule[];
}

export interface AccountRule {
  /** Public id. */
  readonly accountId: string;
  readonly executionMode?: AgentExecutionMode | undefined;
  /** Replaces the general limit. */
  readonly perTransactionLimit?: bigint | undefined;
}

export interface ApprovalThresholds {
  readonly currency?: string | undefined;
  readonly amount?: bigint | undefined;
}
