// The states of a transaction and of its refund.
import { expect, test } from 'vitest';
import { incomingMoves } from '../../services/transfers/domain/deposit/incoming.ts';
import { outgoingMoves, type Progress, refundMoves, turnAll } from '../../services/transfers/domain/payment/transaction.ts';
import { ForbiddenMove, type Moves, move } from '../../services/transfers/domain/shared/moves.ts';

const now = new Date('2026-03-01T10:00:00Z');
const later = new Date('2026-03-01T10:00:30Z');

function everyMove<State extends string, Event extends string>(moves: Moves<State, Event>) {
  const states = Object.keys(moves) as State[];
  const events = [...new Set(states.flatMap((state) => Object.keys(moves[state]) as Event[]))];
  return states.flatMap((state) => events.map((event) => ({ state, event })));
}

test('an outgoing transaction moves only along its table', () => {
  for (const { state, event } of everyMove(outgoingMoves)) {
    const next = outgoingMoves[state][event];
    const attempt = () => move(outgoingMoves, { state, event });

    if (next) expect(attempt(), `${state} --${event}--> ${next}`).toBe(next);
    else expect(attempt, `${state} must refuse ${event}`).toThrow(ForbiddenMove);
  }
});

test('an incoming transaction moves only along its table', () => {
  for (const { state, event } of everyMove(incomingMoves)) {
    const next = incomingMoves[state][event];
    const attempt = () => move(incomingMoves, { state, event });

    if (next) expect(attempt(), `${state} --${event}--> ${next}`).toBe(next);
    else expect(attempt, `${state} must refuse ${event}`).toThrow(ForbiddenMove);
  }
});

test('a refund moves only along its table', () => {
  for (const { state, event } of everyMove(refundMoves)) {
    const next = refundMoves[state][event];
    const attempt = () => move(refundMoves, { state, event });

    if (next) expect(attempt()).toBe(next);
    else expect(attempt).toThrow(ForbiddenMove);
  }
});

const processing: Progress = { status: 'PROCESSING', version: 2n, updatedAt: now };

test('each turn is told with the next version', () => {
  const changes = turnAll(
    processing,
    [
      { event: 'payoutFailed', reason: 'ACCOUNT_INVALID' },
      { event: 'refundStarted', reason: 'TRANSACTION_FAILED' },
      { event: 'refunded' },
    ],
    later,
  );

  const refund = { status: 'PENDING', reason: 'TRANSACTION_FAILED', initiatedAt: later };
  const failed = { status: 'FAILED', updatedAt: later, failureReason: 'ACCOUNT_INVALID' };
  expect(changes).toEqual([
    { told: 'FAILED', after: { ...failed, version: 3n } },
    { told: 'REFUND_PENDING', after: { ...failed, version: 4n, refund } },
    { told: 'REFUND_COMPLETED', after: { ...failed, version: 5n, refund: { ...refund, status: 'COMPLETED', settledAt: later } } },
  ]);
});

test('a cancelled payment ends completed, after its refund', () => {
  const changes = turnAll(
    processing,
    [{ event: 'refundStarted', reason: 'USER_CANCELLATION' }, { event: 'refunded' }, { event: 'cancelled' }],
    later,
  );

  expect(changes.map(({ told }) => told)).toEqual(['REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED']);
  expect(changes.at(-1)?.after).toMatchObject({ status: 'COMPLETED', settledAt: later, refund: { status: 'COMPLETED' } });
});

test('a returned payment keeps when it was settled', () => {
  const completed: Progress = { ...processing, status: 'COMPLETED', settledAt: now };

  const [change] = turnAll(completed, [{ event: 'returned', reason: 'PAYOUT_RETURNED' }], later);

  expect(change?.after).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED', settledAt: now });
});

test('a refund that never started cannot end', () => {
  expect(() => turnAll(processing, [{ event: 'refunded' }], later)).toThrow('never started');
});
