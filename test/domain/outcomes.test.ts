// The sandbox's two tables of outcomes.
import { expect, test } from 'vitest';
import { outcomeOf } from '../../services/transfers/domain/payment/outcomes.ts';

/** Seconds of each stage, then the end of the payout, and the reason. */
function story(isBankAccount: boolean, suffix: string) {
  return outcomeOf(isBankAccount, suffix).flatMap(({ afterMs, outcome }) => {
    const failed = outcome.kind === 'FAILED' ? [outcome.failure, ...(outcome.isSuspended ? ['suspended'] : [])] : [];
    return [`T+${afterMs / 1000}`, outcome.kind, ...failed];
  });
}

test.each([
  ['002', ['T+0', 'FAILED', 'QUOTE_EXECUTION_FAILED']],
  ['003', ['T+0', 'FAILED', 'ACCOUNT_INVALID']],
  ['004', ['T+0', 'FAILED', 'ACCOUNT_CANNOT_RECEIVE']],
  ['005', ['T+30', 'FAILED', 'QUOTE_EXECUTION_FAILED']],
  ['006', ['T+0', 'DELIVERED']],
  ['102', ['T+0', 'DELIVERED']],
])('a wallet ending in %s', (suffix, told) => {
  expect(story(false, suffix)).toEqual(told);
});

test.each([
  ['002', ['T+0', 'FAILED', 'QUOTE_EXECUTION_FAILED']],
  ['003', ['T+360', 'DELIVERED']],
  ['004', ['T+0', 'FAILED', 'COUNTERPARTY_POST_TX_FAILED']],
  ['005', ['T+0', 'DELIVERED', 'T+30', 'RETURNED']],
  ['006', ['T+0', 'CANCELLED']],
  ['007', ['T+0', 'FAILED', 'COUNTERPARTY_POST_TX_FAILED', 'suspended']],
  ['008', ['T+0', 'DELIVERED']],
])('a bank account ending in %s', (suffix, told) => {
  expect(story(true, suffix)).toEqual(told);
});

test('the refund of a timed-out payout says so', () => {
  expect(outcomeOf(false, '005')).toMatchObject([{ outcome: { kind: 'FAILED', refund: 'TIMEOUT' } }]);
});
