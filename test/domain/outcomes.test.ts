// The sandbox's two tables of outcomes, told as the webhooks that follow.
import { expect, test } from 'vitest';
import { outcomeOf } from '../../services/transfers/domain/payment/outcomes.ts';
import { type Progress, type Turn, turnAll } from '../../services/transfers/domain/payment/transaction.ts';

const now = new Date('2026-03-01T10:00:00Z');
const held: Progress = { status: 'PROCESSING', version: 2n, updatedAt: now };

/** Seconds of each stage, then what is told in it. */
function story(isBankAccount: boolean, suffix: string) {
  let before = held;
  return outcomeOf(isBankAccount, suffix).flatMap(({ afterMs, turns }: { afterMs: number; turns: readonly Turn[] }) => {
    const changes = turnAll(before, turns, now);
    before = changes.at(-1)?.after ?? before;
    return [
      `T+${afterMs / 1000}`,
      ...changes.map(({ told }) => told),
      ...(before.failureReason ?? '').split(' ').filter(Boolean),
    ];
  });
}

test.each([
  ['002', ['T+0', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED', 'QUOTE_EXECUTION_FAILED']],
  ['003', ['T+0', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED', 'ACCOUNT_INVALID']],
  ['004', ['T+0', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED', 'ACCOUNT_CANNOT_RECEIVE']],
  ['005', ['T+30', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED', 'QUOTE_EXECUTION_FAILED']],
  ['006', ['T+0', 'COMPLETED']],
  ['102', ['T+0', 'COMPLETED']],
])('a wallet ending in %s', (suffix, told) => {
  expect(story(false, suffix)).toEqual(told);
});

test.each([
  ['002', ['T+0', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED', 'QUOTE_EXECUTION_FAILED']],
  ['003', ['T+360', 'COMPLETED']],
  ['004', ['T+0', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COUNTERPARTY_POST_TX_FAILED']],
  ['005', ['T+0', 'COMPLETED', 'T+30', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED', 'PAYOUT_RETURNED']],
  ['006', ['T+0', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED']],
  ['007', ['T+0', 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED', 'COUNTERPARTY_POST_TX_FAILED']],
  ['008', ['T+0', 'COMPLETED']],
])('a bank account ending in %s', (suffix, told) => {
  expect(story(true, suffix)).toEqual(told);
});

test.each([
  [false, '005', 'TIMEOUT'],
  [true, '006', 'USER_CANCELLATION'],
  [true, '002', 'TRANSACTION_FAILED'],
])('the refund of (bank %s, %s) tells why: %s', (isBankAccount, suffix, reason) => {
  const turns = outcomeOf(isBankAccount, suffix).flatMap((stage) => stage.turns);

  expect(turnAll(held, turns, now).at(-1)?.after.refund?.reason).toBe(reason);
});
