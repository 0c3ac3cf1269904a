// The verdicts of policies: the worked case of the contract, and each reason with its details.
import { describe, expect, test } from 'vitest';
import { AgentExecutionMode as Mode, AgentPermission as Permission } from '../../gen/payments/agents/v1/agent_policy_pb.ts';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import {
  type Circumstances,
  judge,
  judgeApproved,
  type RequestedPayment,
  refusalToCall,
  type Verdict,
} from '../../services/agents/domain/evaluation.ts';
import type { Policy } from '../../services/agents/domain/policy.ts';
import { counted, uncounted } from '../../services/agents/domain/usage.ts';
import { fail, nameOf } from '../../services/kit/messages/fail.ts';

const [a, b] = ['InternalAccount:a', 'InternalAccount:b'];
const noon = new Date('2026-03-10T12:00:00Z');

const policy = {
  permissions: [Permission.CREATE_TRANSFERS],
  defaultExecutionMode: Mode.AUTO,
  spendingLimits: { currency: 'USD', perTransactionLimit: 20_000n, dailyLimit: 50_000n },
  accountRestrictions: {
    accountRules: [{ accountId: a, executionMode: Mode.APPROVAL_REQUIRED, perTransactionLimit: 30_000n }],
  },
  approvalThresholds: { currency: 'USD', amount: 8_000n },
} as const satisfies Policy;
const usage = { day: '2026-03-10', dailyTransactionCount: 3n, dailySpend: 30_000n, monthlySpend: 40_000n };
const agent = { isPaused: false, policy, usage };

const transfer = (amount: bigint, more: Partial<RequestedPayment> = {}): RequestedPayment => ({
  permission: Permission.CREATE_TRANSFERS,
  accountIds: [b],
  ruledBy: b,
  money: { currency: 'USD', amount },
  ...more,
});
const from = (accountId: string) => ({ accountIds: [accountId], ruledBy: accountId });
const now: Circumstances = { now: noon, midRate: () => undefined };

/** Outcome, or code and details of the refusal. */
function shown(verdict: Verdict) {
  if (verdict.outcome !== 'DENIED') return verdict.outcome;
  const { code, details } = verdict.refusal;
  return [nameOf(code), details];
}

const excess = (reason: string, numbers: object) => ['FORBIDDEN', { reason, currency: 'USD', ...numbers }];
const withLimits = (more: Partial<Policy['spendingLimits']>) => ({
  ...agent,
  policy: { ...policy, spendingLimits: { ...policy.spendingLimits, ...more } },
});

test.each([
  [8_000n, b, 'RUN'],
  [8_001n, b, 'APPROVAL'],
  [20_001n, b, excess('PER_TRANSACTION_LIMIT', { limit: 20_000, used: 0, requested: 20_001 })],
  [20_001n, a, excess('DAILY_LIMIT', { limit: 50_000, used: 30_000, requested: 20_001 })],
  [500n, a, 'APPROVAL'],
])('the worked case: %d from %s', (amount, account, expected) => {
  expect(shown(judge(agent, transfer(amount, from(account)), now))).toEqual(expected);
});

describe('a denial names its reason', () => {
  const allowing = (allowedAccountIds: string[]) => ({
    ...agent,
    policy: { ...policy, accountRestrictions: { allowedAccountIds, accountRules: [] } },
  });
  const expired = fail(ErrorCode.CONFLICT, 'The quote has expired.', { reason: 'QUOTE_EXPIRED' });
  const unsigned = fail(ErrorCode.WALLET_SIGNATURE_INVALID, 'The signature is invalid.');
  const refused = { quoteRefusal: expired, signatureRefusal: unsigned };

  test.each([
    ['paused', { ...agent, isPaused: true }, {}, ['FORBIDDEN', { reason: 'AGENT_PAUSED' }]],
    [
      'no permission',
      agent,
      { permission: Permission.EXECUTE_QUOTES },
      ['FORBIDDEN', { reason: 'PERMISSION_DENIED', permission: 'EXECUTE_QUOTES' }],
    ],
    ['another account', allowing([a]), {}, ['FORBIDDEN', { reason: 'ACCOUNT_NOT_ALLOWED' }]],
    ['no account at all', allowing([]), {}, ['FORBIDDEN', { reason: 'ACCOUNT_NOT_ALLOWED' }]],
    ['one of two accounts', allowing([a]), { accountIds: [a, b] }, ['FORBIDDEN', { reason: 'ACCOUNT_NOT_ALLOWED' }]],
    ['no rate', agent, { money: { currency: 'EUR', amount: 1n } }, ['FORBIDDEN', { reason: 'RATE_UNAVAILABLE' }]],
    [
      'the number of transactions',
      withLimits({ dailyTransactionLimit: 3n }),
      {},
      excess('DAILY_TRANSACTION_LIMIT', { limit: 3, used: 3, requested: 1 }),
    ],
    [
      'the limit per month',
      withLimits({ monthlyLimit: 40_099n }),
      {},
      excess('MONTHLY_LIMIT', { limit: 40_099, used: 40_000, requested: 100 }),
    ],
    [
      'a limit of zero',
      withLimits({ perTransactionLimit: 0n }),
      {},
      excess('PER_TRANSACTION_LIMIT', { limit: 0, used: 0, requested: 100 }),
    ],
  ])('%s', (_, denied, more, expected) => {
    expect(shown(judge(denied, transfer(100n, more), now))).toEqual(expected);
  });

  test('quotes are refused before limits, and signatures after them', () => {
    const tooMuch = transfer(90_000n);

    expect(shown(judge(agent, tooMuch, { ...now, ...refused }))).toEqual(['CONFLICT', { reason: 'QUOTE_EXPIRED' }]);
    expect(shown(judge(agent, tooMuch, { ...now, signatureRefusal: unsigned }))).toMatchObject(['FORBIDDEN', {}]);
    expect(shown(judge(agent, transfer(100n), { ...now, signatureRefusal: unsigned }))).toEqual([
      'WALLET_SIGNATURE_INVALID',
      undefined,
    ]);
  });
});

test('an approved request is judged again, except for its signature and mode', () => {
  const unsigned = fail(ErrorCode.WALLET_SIGNATURE_INVALID, 'The signature is invalid.');

  expect(shown(judgeApproved(agent, transfer(500n, from(a)), { ...now, signatureRefusal: unsigned }))).toBe('RUN');
  expect(shown(judgeApproved(agent, transfer(20_001n, from(a)), now))).toMatchObject(['FORBIDDEN', { reason: 'DAILY_LIMIT' }]);
});

describe('amounts in another currency', () => {
  const euros = (amount: bigint) => transfer(amount, { money: { currency: 'EUR', amount } });
  const at = (rate: string): Circumstances => ({ now: noon, midRate: () => rate });

  test('are converted and rounded up', () => {
    expect(judge(agent, euros(100n), at('1.08695'))).toMatchObject({
      outcome: 'RUN',
      spend: { currency: 'USD', amount: 109n, rate: '1.08695' },
    });
    expect(shown(judge(withLimits({ perTransactionLimit: 108n }), euros(100n), at('1.08695')))).toMatchObject(['FORBIDDEN', {}]);
  });

  test('wait for approval if the threshold has a currency without a rate', () => {
    const thresholds = { ...agent, policy: { ...policy, approvalThresholds: { currency: 'EUR', amount: 9_000_000n } } };

    expect(shown(judge(thresholds, transfer(1n), now))).toBe('APPROVAL');
  });

  test('in USDB count as US dollars', () => {
    const cents = transfer(0n, { money: { currency: 'USDB', amount: 1_000_001n } });

    expect(judge(agent, cents, now)).toMatchObject({ outcome: 'RUN', spend: { amount: 101n, rate: '1' } });
  });
});

test('reads are allowed while paused, and one of several permissions suffices', () => {
  const paused = { ...agent, isPaused: true };

  expect(refusalToCall(paused, { isRead: true, permissions: [] })).toBeUndefined();
  expect(
    refusalToCall(paused, { isRead: true, permissions: [Permission.CREATE_QUOTES, Permission.CREATE_TRANSFERS] }),
  ).toBeUndefined();
  expect(refusalToCall(agent, { isRead: true, permissions: [Permission.VIEW_TRANSACTIONS] })?.details).toEqual({
    reason: 'PERMISSION_DENIED',
    permission: 'VIEW_TRANSACTIONS',
  });
});

describe('usage', () => {
  const spent = { spend: 100n, countedAt: noon };
  const fresh = { dailyTransactionCount: 0n, dailySpend: 0n };

  test.each([
    ['2026-03-10T23:59:59Z', usage],
    ['2026-03-11T00:00:00Z', { ...usage, ...fresh, day: '2026-03-11' }],
    ['2026-04-01T00:00:00Z', { ...fresh, day: '2026-04-01', monthlySpend: 0n }],
  ])('is taken back at %s', (time, expected) => {
    expect(uncounted(counted(usage, 100n, noon), spent, new Date(time))).toEqual(expected);
  });

  test('restarts with the day before a payment is counted', () => {
    expect(counted(usage, 100n, new Date('2026-03-31T00:00:00Z'))).toEqual({
      day: '2026-03-31',
      dailyTransactionCount: 1n,
      dailySpend: 100n,
      monthlySpend: 40_100n,
    });
  });
});
