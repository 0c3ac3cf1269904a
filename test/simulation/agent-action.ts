// An agent of the simulation, what it requests, and the actions of its requests.
import type { Policy } from './agent-policy.ts';
import type { Payment } from './model.ts';

export interface Agent {
  readonly id: string;
  readonly payer: number;
  readonly accountId: string;
  /** Its `authorization` header. */
  token: string;
  isPaused: boolean;
  policy: Policy;
}

/** The last digits of a bank account: 003 refuses at once, 005 after half a minute. */
export type BankSuffix = '911' | '003' | '005';

/** A payment that an agent requests. */
export type Requested = { readonly agent: Agent; readonly amount: number } & (
  | { readonly type: 'EXECUTE_QUOTE'; readonly quote: Payment }
  | { readonly type: 'TRANSFER_OUT' | 'TRANSFER_IN'; readonly suffix: BankSuffix }
);

export type ActionStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED';

export type Action = Requested & {
  readonly requestedAtMs: number;
  /** Set once a response has shown it. */
  id?: string;
  status: ActionStatus;
  /** Of its failure or rejection. */
  reason?: string | undefined;
  /** Only approved ones count. */
  countedAtMs?: number;
  /** When its bank will refuse it. */
  refusedAtMs?: number | undefined;
};

export interface Usage {
  readonly dailyTransactionCount: number;
  readonly dailySpend: number;
  readonly monthlySpend: number;
}

export const isPending = ({ status }: Action) => status === 'PENDING_APPROVAL';

/** Money is pulled from a bank that refuses. */
export const isRefusedAtOnce = (requested: Requested) => requested.type === 'TRANSFER_IN' && requested.suffix === '003';

export function needsApproval({ agent, amount }: Requested): boolean {
  const { approvalThresholds, defaultExecutionMode } = agent.policy;
  if (amount > (approvalThresholds?.amount ?? Infinity)) return true;
  return (ruleOf(agent)?.executionMode ?? defaultExecutionMode) === 'APPROVAL_REQUIRED';
}

/** The rule of its account. */
export const ruleOf = ({ policy, accountId }: Agent) =>
  policy.accountRestrictions?.accountRules?.find((rule) => rule.accountId === accountId);

/** The failure of an action that is denied at its approval. */
export const failureOf = (denial: string) => (denial === 'AGENT_PAUSED' || denial === 'QUOTE_EXPIRED' ? denial : 'POLICY_DENIED');
