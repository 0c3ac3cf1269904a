// Changes of policies. A member of a change that is present and undefined is cleared.
import { amountMax, type Conversion, convert, type MidRate, type Rounding } from './conversion.ts';
import type { AccountRestrictions, ApprovalThresholds, Policy, SpendingLimits } from './policy.ts';
import type { Usage } from './usage.ts';

export interface PolicyChange extends Partial<Pick<Policy, 'permissions' | 'defaultExecutionMode'>> {
  readonly spendingLimits?: Partial<SpendingLimits>;
  readonly accountRestrictions?: Partial<AccountRestrictions>;
  readonly approvalThresholds?: ApprovalThresholds;
}

/** A policy, and the usage in the currency of its limits. */
export interface Limited {
  readonly policy: Policy;
  readonly usage: Usage;
}

/** Undefined if the currency of the limits changes and there is no rate to convert them. */
export function withChange({ policy, usage }: Limited, change: PolicyChange, midRate: MidRate): Limited | undefined {
  const { currency = policy.spendingLimits.currency } = change.spendingLimits ?? {};
  const isSame = currency === policy.spendingLimits.currency;
  const converted = isSame ? { policy, usage } : inCurrency(currency, { policy, usage }, midRate);
  return converted && { policy: merged(converted.policy, change), usage: converted.usage };
}

function merged(policy: Policy, { spendingLimits, accountRestrictions, approvalThresholds, ...replaced }: PolicyChange): Policy {
  const { accountRules = [], ...restrictions } = policy.accountRestrictions ?? {};
  return {
    ...policy,
    ...replaced,
    spendingLimits: { ...policy.spendingLimits, ...spendingLimits },
    ...(accountRestrictions && { accountRestrictions: { accountRules, ...restrictions, ...accountRestrictions } }),
    ...(approvalThresholds && { approvalThresholds: { ...policy.approvalThresholds, ...approvalThresholds } }),
  };
}

/** Limits are rounded down and usage up, so that no one may spend more than before. Undefined if there is no rate. */
function inCurrency(currency: string, { policy, usage }: Limited, midRate: MidRate): Limited | undefined {
  const { spendingLimits, accountRestrictions } = policy;
  const from = spendingLimits.currency;
  const down = converter({ from, to: currency }, { midRate, rounding: 'DOWN' });
  const up = converter({ from, to: currency }, { midRate, rounding: 'UP' });
  if (!down || !up) return undefined;
  const limit = (amount: bigint | undefined) => (amount === undefined ? undefined : down(amount));
  const rules = accountRestrictions?.accountRules.map((rule) => ({
    ...rule,
    perTransactionLimit: limit(rule.perTransactionLimit),
  }));
  return {
    policy: {
      ...policy,
      spendingLimits: {
        ...spendingLimits,
        currency,
        perTransactionLimit: down(spendingLimits.perTransactionLimit),
        dailyLimit: limit(spendingLimits.dailyLimit),
        monthlyLimit: limit(spendingLimits.monthlyLimit),
      },
      ...(accountRestrictions && rules && { accountRestrictions: { ...accountRestrictions, accountRules: rules } }),
    },
    usage: { ...usage, dailySpend: up(usage.dailySpend), monthlySpend: up(usage.monthlySpend) },
  };
}

interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Undefined if there is no rate. Amounts never exceed the largest that a limit can have. */
function converter({ from, to }: Pair, conversion: Conversion & { readonly rounding: Rounding }) {
  if (!convert({ currency: from, amount: 0n }, to, conversion)) return undefined;
  return (amount: bigint) => {
    const converted = convert({ currency: from, amount }, to, conversion)?.amount ?? 0n;
    return converted > amountMax ? amountMax : converted;
  };
}
