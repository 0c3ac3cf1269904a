// Mints and burns: their transitions, reports in every order, amounts, and the memo ledger.
import { expect, test } from 'vitest';
import type { Operation, OperationStatus, SourceType } from '../../services/stablecoins/domain/operation.ts';
import { readAmount } from '../../services/stablecoins/domain/operation-amount.ts';
import { memoLegs, memoMoves } from '../../services/stablecoins/domain/operation-legs.ts';
import {
  afterEvent,
  afterReport,
  eventsToward,
  isFinal,
  type LedgerStep,
  operationMachine,
  type ProviderState,
} from '../../services/stablecoins/domain/operation-machine.ts';

const now = new Date('2026-01-01T00:00:00Z');

function operation(status: OperationStatus, sourceType: SourceType = 'WIRE'): Operation {
  return {
    platformId: 'platform',
    id: 'operation',
    kind: sourceType === 'EXTERNAL_ACCOUNT' || sourceType === 'PROVIDER_INTERNAL_BALANCE' ? 'BURN' : 'MINT',
    stablecoinId: 'stablecoin',
    status,
    amount: 2_500_000n,
    cents: 250n,
    provider: 'BRALE',
    linkId: 'link',
    providerTokenIdentifier: 'HARBOR',
    sourceType,
    sourceAccountId: undefined,
    destinationAccountId: 'account',
    rail: undefined,
    description: undefined,
    attempts: 1,
    acceptedAt: undefined,
    funding: undefined,
    expiresAt: undefined,
    providerStatuses: [],
    failureReason: undefined,
    sandboxOutcome: undefined,
    createdAt: now,
    updatedAt: now,
  };
}

const statuses = Object.keys(operationMachine) as OperationStatus[];
const providerStates = Object.keys(eventsToward) as ProviderState[];
const events = [
  'accepted',
  'queued',
  'rejected',
  'unusable',
  'givenUp',
  'started',
  'mismatched',
  'expired',
  'failed',
  'returned',
  'delivered',
] as const;

test('an operation changes only along its table', () => {
  for (const status of statuses)
    for (const event of events) {
      const to = operationMachine[status][event]?.to;

      const before = operation(status);
      const { operation: after } = afterEvent(before, event, now);

      if (to) expect(after.status, `${status} by ${event}`).toBe(to);
      else expect(after, `${status} by ${event}`).toBe(before);
    }
});

test('final operations are those that nothing changes', () => {
  expect(statuses.filter((status) => isFinal({ status }))).toEqual(['COMPLETED', 'FAILED', 'EXPIRED']);
});

/** All orders of two or three reports. */
const orders = providerStates.flatMap((one) =>
  providerStates.flatMap((two) => [[one, two], ...providerStates.map((three) => [one, two, three])]),
);

test.each<SourceType>(['WIRE', 'ACH_DEBIT', 'EXTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE'])(
  'from %s, reports in any order lead forward, and book each step once',
  (sourceType) => {
    for (const order of orders) {
      let current = operation('CREATED', sourceType);
      const booked: LedgerStep[] = [];
      for (const state of order.flatMap((one) => [one, one])) {
        const changed = afterReport(current, { state, providerStatus: state.toLowerCase() }, now);
        if (isFinal(current)) expect(changed.operation.status, order.join()).toBe(current.status);
        current = changed.operation;
        booked.push(...changed.books);
      }

      expect(new Set(booked).size, order.join()).toBe(booked.length);
      expect(booked.length, order.join()).toBe(stepsOf(current.status, booked));
      if (current.status === 'FAILED') expect(current.failureReason, order.join()).toBeDefined();
    }
  },
);

/** How many steps an operation has booked: a failed one none, or its start and the inverse. */
function stepsOf(status: OperationStatus, booked: readonly LedgerStep[]): number {
  if (status === 'COMPLETED' || (status === 'FAILED' && booked.length > 0)) return 2;
  return status === 'PROCESSING' ? 1 : 0;
}

test.each(Object.keys(memoMoves) as LedgerStep[])('the legs of %s sum to zero in each currency', (step) => {
  const legs = memoLegs(step, operation('PROCESSING'), { dollars: 'USD', tokens: 'HARBOR' });

  for (const currency of ['USD', 'HARBOR'])
    expect(legs.filter((leg) => leg.currency === currency).reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
  expect(legs.length).toBeGreaterThan(0);
});

test.each<[string, number, object]>([
  ['1500000', 6, { case: 'valid', amount: 1_500_000n, cents: 150n }],
  ['1500001', 6, { case: 'notRepresentable' }],
  ['10000', 6, { case: 'valid', amount: 10_000n, cents: 1n }],
  ['9999', 6, { case: 'notRepresentable' }],
  ['150', 2, { case: 'valid', amount: 150n, cents: 150n }],
  ['7', 0, { case: 'valid', amount: 7n, cents: 700n }],
  ['7', 1, { case: 'valid', amount: 7n, cents: 70n }],
  ['0', 6, { case: 'zero' }],
  ['1000000000000000', 6, { case: 'valid', amount: 10n ** 15n, cents: 10n ** 11n }],
  ['1000000000010000', 6, { case: 'outOfRange' }],
  ['1000000000', 0, { case: 'valid', amount: 10n ** 9n, cents: 10n ** 11n }],
  ['1000000001', 0, { case: 'outOfRange' }],
  ['9000000000000000000', 18, { case: 'valid', amount: 9n * 10n ** 18n, cents: 900n }],
  ['10000000000000000000', 18, { case: 'outOfRange' }],
  ['9'.repeat(61), 6, { case: 'outOfRange' }],
])('%s units of a token with %i decimals', (text, decimals, reading) => {
  expect(readAmount(text, decimals)).toEqual(reading);
});
