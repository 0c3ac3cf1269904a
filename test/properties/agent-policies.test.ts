// The verdicts of policies, compared with those of a second, simpler evaluator.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AgentExecutionMode as Mode, AgentPermission as Permission } from '../../gen/payments/agents/v1/agent_policy_pb.ts';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import {
  type Circumstances,
  type Judged,
  judge,
  judgeApproved,
  type RequestedPayment,
  type Verdict,
} from '../../services/agents/domain/evaluation.ts';
import { currencyOf } from '../../services/kit/core/currencies.ts';
import { fail, nameOf, type Refusal } from '../../services/kit/messages/fail.ts';

const cases = Number(process.env['POLICY_CASES'] ?? 2_000);

const accounts = ['InternalAccount:a', 'InternalAccount:b', 'InternalAccount:c'];
const account = fc.constantFrom(...accounts);
const currency = fc.constantFrom('USD', 'USDB', 'EUR', 'VND', 'BTC');
const mode = fc.constantFrom(Mode.AUTO, Mode.APPROVAL_REQUIRED);
const permission = fc.constantFrom(Permission.CREATE_TRANSFERS, Permission.EXECUTE_QUOTES);
/** Small, so that sums often meet limits exactly. */
const amount = fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(0n, 4_000n), fc.bigInt(0n, 9_000_000_000_000_000n));
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });

const anyRules = fc.uniqueArray(
  fc.record({ accountId: account, executionMode: maybe(mode), perTransactionLimit: maybe(amount) }),
  { selector: ({ accountId }) => accountId },
);

const anyPolicy = fc.record({
  permissions: fc.uniqueArray(fc.constantFrom(Permission.CREATE_QUOTES, Permission.CREATE_TRANSFERS, Permission.EXECUTE_QUOTES)),
  defaultExecutionMode: mode,
  spendingLimits: fc.record({
    currency,
    perTransactionLimit: amount,
    dailyLimit: maybe(amount),
    dailyTransactionLimit: maybe(fc.bigInt(0n, 3n)),
    monthlyLimit: maybe(amount),
  }),
  accountRestrictions: maybe(fc.record({ allowedAccountIds: maybe(fc.uniqueArray(account)), accountRules: anyRules })),
  approvalThresholds: maybe(fc.record({ currency, amount: maybe(amount) })),
});

const day = fc.constantFrom('2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02');

const anyAgent: fc.Arbitrary<Judged> = fc.record({
  isPaused: fc.nat(5).map((value) => value === 0),
  policy: anyPolicy,
  usage: fc.record({ day, dailyTransactionCount: fc.bigInt(0n, 3n), dailySpend: amount, monthlySpend: amount }),
});

const anyPayment: fc.Arbitrary<RequestedPayment> = fc
  .record({
    permission,
    accountIds: fc.uniqueArray(account, { minLength: 1, maxLength: 2 }),
    isRuled: fc.boolean(),
    currency,
    amount,
  })
  .map(({ isRuled, currency: of, amount: value, ...rest }) => ({
    ...rest,
    ruledBy: isRuled ? rest.accountIds[0] : undefined,
    money: { currency: of, amount: value },
  }));

const rate = fc.tuple(fc.bigInt(1n, 999_999n), fc.integer({ min: 0, max: 6 })).map(([digits, scale]) => ({ digits, scale }));
const anyRates = fc.dictionary(
  fc.constantFrom('USD EUR', 'EUR USD', 'USD VND', 'VND USD', 'BTC USD', 'USD BTC', 'EUR BTC'),
  rate,
);

const conflict = fail(ErrorCode.CONFLICT, 'The quote has expired.', { reason: 'QUOTE_EXPIRED' });
const unsigned = fail(ErrorCode.WALLET_SIGNATURE_INVALID, 'The signature is invalid.');
const seldom = (refusal: Refusal) => fc.option(fc.constant(refusal), { nil: undefined, freq: 9 });

const anyCase = fc.record({
  agent: anyAgent,
  payment: anyPayment,
  rates: anyRates,
  now: day.map((date) => new Date(`${date}T12:00:00Z`)),
  quoteRefusal: seldom(conflict),
  signatureRefusal: seldom(unsigned),
});
type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;

test('a verdict is that of the simple evaluator, and so is its reason', () => {
  fc.assert(
    fc.property(anyCase, (one) => {
      expect(shown(judge(one.agent, one.payment, circumstancesOf(one)))).toBe(expected(one, { isApproved: false }));
      expect(shown(judgeApproved(one.agent, one.payment, circumstancesOf(one)))).toBe(expected(one, { isApproved: true }));
    }),
    { numRuns: cases },
  );
});

test('random cases reach every outcome', () => {
  const reached = new Set(fc.sample(anyCase, { numRuns: 5_000, seed: 17 }).map((one) => expected(one, { isApproved: false })));

  expect([...reached].toSorted()).toEqual([
    'ACCOUNT_NOT_ALLOWED',
    'AGENT_PAUSED',
    'APPROVAL',
    'DAILY_LIMIT',
    'DAILY_TRANSACTION_LIMIT',
    'MONTHLY_LIMIT',
    'PERMISSION_DENIED',
    'PER_TRANSACTION_LIMIT',
    'QUOTE_EXPIRED',
    'RATE_UNAVAILABLE',
    'RUN',
    'WALLET_SIGNATURE_INVALID',
  ]);
});

function circumstancesOf({ now, rates, quoteRefusal, signatureRefusal }: Case): Circumstances {
  const midRate = (from: string, to: string) => {
    const found = rates[`${from} ${to}`];
    return found && decimalText(found);
  };
  return { now, midRate, quoteRefusal, signatureRefusal };
}

function decimalText({ digits, scale }: { digits: bigint; scale: number }): string {
  const text = digits.toString().padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

function shown(verdict: Verdict): string {
  if (verdict.outcome !== 'DENIED') return verdict.outcome;
  const { code, details } = verdict.refusal;
  return String(details?.['reason'] ?? nameOf(code));
}

/** The evaluator to compare with: all checks, in their order, in exact fractions, which need no rounding. */
function expected({ agent, payment, rates, now, quoteRefusal, signatureRefusal }: Case, { isApproved }: { isApproved: boolean }) {
  const { policy, usage, isPaused } = agent;
  const { spendingLimits: limits, accountRestrictions, approvalThresholds: threshold } = policy;
  const rule = accountRestrictions?.accountRules.find((one) => one.accountId === payment.ruledBy);
  const today = now.toISOString().slice(0, 10);
  const isToday = usage.day >= today;
  const isThisMonth = usage.day.slice(0, 7) >= today.slice(0, 7);
  const spend = fractionIn(limits.currency);
  const compared =
    threshold?.amount === undefined ? undefined : { amount: threshold.amount, is: fractionIn(threshold.currency ?? '') };
  const exceeds = (limit: bigint | undefined, before = 0n) =>
    limit !== undefined && spend !== undefined && before * spend.under + spend.over > limit * spend.under;

  const checks: [boolean, string][] = [
    [isPaused, 'AGENT_PAUSED'],
    [!policy.permissions.includes(payment.permission), 'PERMISSION_DENIED'],
    [!payment.accountIds.every((id) => accountRestrictions?.allowedAccountIds?.includes(id) ?? true), 'ACCOUNT_NOT_ALLOWED'],
    [quoteRefusal !== undefined, 'QUOTE_EXPIRED'],
    [spend === undefined, 'RATE_UNAVAILABLE'],
    [exceeds(rule?.perTransactionLimit ?? limits.perTransactionLimit), 'PER_TRANSACTION_LIMIT'],
    [(isToday ? usage.dailyTransactionCount : 0n) >= (limits.dailyTransactionLimit ?? 1_000n), 'DAILY_TRANSACTION_LIMIT'],
    [exceeds(limits.dailyLimit, isToday ? usage.dailySpend : 0n), 'DAILY_LIMIT'],
    [exceeds(limits.monthlyLimit, isThisMonth ? usage.monthlySpend : 0n), 'MONTHLY_LIMIT'],
    [!isApproved && signatureRefusal !== undefined, 'WALLET_SIGNATURE_INVALID'],
    [
      !isApproved && compared !== undefined && (!compared.is || compared.is.over > compared.amount * compared.is.under),
      'APPROVAL',
    ],
    [!isApproved && (rule?.executionMode ?? policy.defaultExecutionMode) === Mode.APPROVAL_REQUIRED, 'APPROVAL'],
  ];
  return checks.find(([applies]) => applies)?.[1] ?? 'RUN';

  function fractionIn(to: string) {
    const pair = [payment.money.currency, to].map((code) => code.replace('USDB', 'USD'));
    const found = pair[0] === pair[1] ? { digits: 1n, scale: 0 } : rates[pair.join(' ')];
    const power = (code: string) => 10n ** BigInt(currencyOf(code)?.decimals ?? 0);
    return (
      found && {
        over: payment.money.amount * found.digits * power(to),
        under: 10n ** BigInt(found.scale) * power(payment.money.currency),
      }
    );
  }
}
