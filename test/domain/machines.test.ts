// The state tables of all kinds of transactions: what must hold for each, whatever its rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machines, restingStates, states } from '../../services/transfers/domain/record/transaction.ts';
import { applyTransition, type Progress } from '../../services/transfers/domain/shared/apply-transition.ts';
import {
  ForbiddenTransition,
  type JobKind,
  type Machine,
  type Transition,
  transitionOf,
} from '../../services/transfers/domain/shared/machine.ts';
import { paymentsPage } from '../../tools/payments-page.ts';

const now = new Date('2026-03-01T10:00:00Z');
const later = new Date('2026-03-01T10:00:30Z');

describe.each(Object.entries(machines) as [keyof typeof machines, Machine<string>][])('%s', (kind, machine) => {
  const rows = Object.entries(machine).flatMap(([from, events]) =>
    Object.entries(events).map(([event, transition]) => ({ from, event, transition })),
  );
  const shown = (state: string) => states[kind][state]?.shown;
  const targets = ({ to, suspended }: Transition) =>
    [to, ...(suspended ? [suspended] : [])].filter((state) => state !== 'REMOVED');

  test('has a row for each of its states, and no other', () => {
    expect(Object.keys(machine).toSorted()).toEqual(['NEW', ...Object.keys(states[kind])].toSorted());
    expect(rows.flatMap(({ transition }) => targets(transition)).filter((state) => !shown(state))).toEqual([]);
  });

  test('reaches each of its states', () => {
    const reached = new Set(['NEW']);
    for (const state of reached)
      for (const one of Object.values(machine[state] ?? {})) for (const to of targets(one)) reached.add(to);

    expect(Object.keys(machine).filter((state) => !reached.has(state))).toEqual([]);
  });

  test('announces the status that it enters, and no other', () => {
    for (const { from, event, transition } of rows) {
      const statuses = (transition.webhooks ?? []).filter((webhook) => !webhook.startsWith('REFUND_'));
      for (const to of targets(transition)) {
        const last = statuses.at(-1) ?? shown(to); // some changes are announced by later ones
        expect([from, event, last]).toEqual([from, event, shown(to)]);
      }
    }
  });

  test('refuses transitions that are not in it', () => {
    const events = new Set(rows.map(({ event }) => event));
    for (const [from, accepted] of Object.entries(machine)) {
      for (const event of events) {
        if (event in accepted) expect(transitionOf(machine, from, event)).toBe(accepted[event]);
        else expect(() => transitionOf(machine, from, event), `${from} ${event}`).toThrow(ForbiddenTransition);
      }
    }
  });

  test('leaves a job in each state that must not last', () => {
    const resting: ReadonlySet<string> = new Set(restingStates);

    const stuck = situationsOf(rows).filter(({ state, jobs }) => !resting.has(state) && jobs.length === 0);
    expect(stuck).toEqual([{ state: 'NEW', jobs: [] }]);
  });
});

interface Situation {
  readonly state: string;
  readonly jobs: readonly JobKind[];
}

interface Row {
  readonly from: string;
  readonly transition: Transition;
}

/** Each state with the jobs that a path into it has left. */
function situationsOf(rows: readonly Row[]): Situation[] {
  const found = new Map<string, Situation>();
  const add = (one: Situation) => (found.has(JSON.stringify(one)) ? undefined : found.set(JSON.stringify(one), one));
  add({ state: 'NEW', jobs: [] });
  for (const { state, jobs } of found.values()) {
    for (const { transition } of rows.filter(({ from }) => from === state)) {
      const { to, removes = [], adds = [] } = transition;
      const left = [...new Set([...jobs.filter((job) => !removes.includes(job)), ...adds])].toSorted();
      if (to !== 'REMOVED') add({ state: to, jobs: left });
    }
  }
  return [...found.values()];
}

test('docs/payments.md shows the current tables', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/payments.md'), 'utf8')).toBe(paymentsPage());
});

const processing: Progress = { state: 'SENT', version: 2n, updatedAt: now };
const occasion = { now: later, status: 'PROCESSING', statusAfter: 'FAILED' } as const;

test('each webhook shows the payment at its time, with the next version', () => {
  const transition = machines.PAYMENT.SENT.payoutFailed;

  const { announcements, after } = applyTransition(processing, transition, { ...occasion, failure: 'ACCOUNT_INVALID' });

  const refund = { status: 'PENDING', reason: 'TRANSACTION_FAILED', initiatedAt: later };
  const failed = { state: 'REFUNDED', updatedAt: later, failureReason: 'ACCOUNT_INVALID' };
  const ended = { ...failed, version: 5n, refund: { ...refund, status: 'COMPLETED', settledAt: later } };
  expect(announcements).toEqual([
    { webhook: 'FAILED', status: 'FAILED', transaction: { ...failed, version: 3n } },
    { webhook: 'REFUND_PENDING', status: 'FAILED', transaction: { ...failed, version: 4n, refund } },
    { webhook: 'REFUND_COMPLETED', status: 'FAILED', transaction: ended },
  ]);
  expect(after).toEqual(ended);
});

test('an impossible refund is announced as failed', () => {
  const { announcements, after } = applyTransition(processing, machines.PAYMENT.SENT.payoutFailed, {
    ...occasion,
    isSuspended: true,
  });

  expect(announcements.map(({ webhook }) => webhook)).toEqual(['FAILED', 'REFUND_PENDING', 'REFUND_FAILED']);
  expect(after).toMatchObject({ state: 'SUSPENDED', refund: { status: 'FAILED' } });
});

test('a cancelled payment is shown as processing until its refund is completed', () => {
  const { announcements, after } = applyTransition(processing, machines.PAYMENT.SENT.cancelledByRail, occasion);

  expect(announcements.map(({ webhook, status }) => [webhook, status])).toEqual([
    ['REFUND_PENDING', 'PROCESSING'],
    ['REFUND_COMPLETED', 'PROCESSING'],
    ['COMPLETED', 'COMPLETED'],
  ]);
  expect(after).toMatchObject({ state: 'CANCELLED', settledAt: later, refund: { reason: 'USER_CANCELLATION' } });
});

test('a returned payment keeps its settlement time', () => {
  const delivered = { ...processing, state: 'DELIVERED', settledAt: now };

  const { after } = applyTransition(delivered, machines.PAYMENT.DELIVERED.returned, { ...occasion, status: 'COMPLETED' });

  expect(after).toMatchObject({ state: 'REFUNDED', failureReason: 'PAYOUT_RETURNED', settledAt: now });
});
