// The policy of a simulated agent, as the API takes it, and random changes of it.
import type { Random } from '../services/auth/random.ts';

type Mode = 'AUTO' | 'APPROVAL_REQUIRED';

export interface Policy {
  readonly permissions: readonly string[];
  readonly defaultExecutionMode: Mode;
  readonly spendingLimits: {
    readonly currency: 'USD';
    readonly perTransactionLimit: number;
    readonly dailyTransactionLimit?: number;
    readonly dailyLimit?: number | null;
    readonly monthlyLimit?: number | null;
  };
  readonly accountRestrictions?: {
    readonly allowedAccountIds?: readonly string[] | null;
    readonly accountRules?: readonly Rule[];
  };
  readonly approvalThresholds?: { readonly currency: 'USD'; readonly amount: number | null };
}

interface Rule {
  readonly accountId: string;
  readonly executionMode: Mode;
  readonly perTransactionLimit: number;
}

/** Replaces what it contains; of limits and restrictions, only the members that it contains. */
export type PolicyChange = Partial<Omit<Policy, 'spendingLimits'>> & {
  readonly spendingLimits?: Partial<Policy['spendingLimits']>;
};

const everything = ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'];
const modes: readonly Mode[] = ['AUTO', 'APPROVAL_REQUIRED'];

export function newPolicy(random: Random): Policy {
  const spendingLimits = { currency: 'USD', perTransactionLimit: 15_000, dailyLimit: 100_000 } as const;
  return { permissions: everything, defaultExecutionMode: random.pick(modes), spendingLimits };
}

const changes: readonly ((random: Random, accountId: string) => PolicyChange)[] = [
  (random) => ({
    permissions: random.pick([everything, everything, everything, ['CREATE_QUOTES', 'EXECUTE_QUOTES'], ['CREATE_TRANSFERS'], []]),
  }),
  (random) => ({ defaultExecutionMode: random.pick(modes) }),
  (random) => ({ defaultExecutionMode: random.pick(modes) }),
  (random) => ({ spendingLimits: { perTransactionLimit: random.pick([0, 2_000, 15_000, 15_000, 40_000]) } }),
  (random) => ({ spendingLimits: { dailyTransactionLimit: random.pick([1, 5, 1_000, 1_000]) } }),
  (random) => ({ spendingLimits: { dailyLimit: random.pick([null, 20_000, 100_000]) } }),
  (random) => ({ spendingLimits: { monthlyLimit: random.pick([null, null, 50_000, 200_000]) } }),
  (random, accountId) => ({ accountRestrictions: { allowedAccountIds: random.pick([null, null, [accountId], []]) } }),
  (random, accountId) => ({
    accountRestrictions: {
      accountRules: random.pick([[], [{ accountId, executionMode: random.pick(modes), perTransactionLimit: 20_000 }]]),
    },
  }),
  (random) => ({ approvalThresholds: { currency: 'USD', amount: random.pick([null, 1_000, 8_000]) } }),
];

/** Of an agent that pays from this account. */
export const randomChange = (random: Random, accountId: string) => random.pick(changes)(random, accountId);

export function withChange(policy: Policy, change: PolicyChange): Policy {
  return {
    ...policy,
    ...change,
    spendingLimits: { ...policy.spendingLimits, ...change.spendingLimits },
    accountRestrictions: { ...policy.accountRestrictions, ...change.accountRestrictions },
  };
}
