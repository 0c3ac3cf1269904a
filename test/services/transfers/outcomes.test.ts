// Both tables of sandbox outcomes in full: the events and their times, the end, and the books.
import { describe, expect, test } from 'vitest';
import { outgoing } from './event-types.ts';
import {
  balancesOf,
  execute,
  findings,
  newBank,
  newPayer,
  newWallet,
  quote,
  sharedTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await sharedTransfers();

const sent = 1_000;
const start = ['PENDING', 'PROCESSING'];
const refunded = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];

interface Case {
  readonly kind: 'bank' | 'wallet';
  readonly suffix: string;
  readonly atOnce: { eventTypes: string[]; status: string };
  readonly later?: { afterMs: number; eventTypes: string[]; status: string };
  readonly failureReason?: string;
  readonly refund?: { status: string; reason: string };
  readonly left: number;
  readonly booked: string[];
}

const held = ['HOLD', 'DISPATCH'];
const failed = (kind: Case['kind'], suffix: string, failureReason: string): Case => ({
  kind,
  suffix,
  atOnce: { eventTypes: [...start, ...refunded], status: 'FAILED' },
  failureReason,
  refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
  left: 0,
  booked: [...held, 'REVERSE', 'REFUND_DONE'],
});
const delivered = (kind: Case['kind'], suffix: string): Case => ({
  kind,
  suffix,
  atOnce: { eventTypes: [...start, 'COMPLETED'], status: 'COMPLETED' },
  left: sent,
  booked: [...held, 'SETTLE'],
});

const cases: Case[] = [
  failed('wallet', '002', 'QUOTE_EXECUTION_FAILED'),
  failed('wallet', '003', 'ACCOUNT_INVALID'),
  failed('wallet', '004', 'ACCOUNT_CANNOT_RECEIVE'),
  {
    ...failed('wallet', '005', 'QUOTE_EXECUTION_FAILED'),
    atOnce: { eventTypes: start, status: 'PROCESSING' },
    later: { afterMs: 30_000, eventTypes: refunded, status: 'FAILED' },
    refund: { status: 'COMPLETED', reason: 'TIMEOUT' },
  },
  delivered('wallet', '006'),
  delivered('wallet', '999'),
  failed('bank', '002', 'QUOTE_EXECUTION_FAILED'),
  {
    ...delivered('bank', '003'),
    atOnce: { eventTypes: start, status: 'PROCESSING' },
    later: { afterMs: 360_000, eventTypes: ['COMPLETED'], status: 'COMPLETED' },
  },
  failed('bank', '004', 'COUNTERPARTY_POST_TX_FAILED'),
  {
    ...failed('bank', '005', 'PAYOUT_RETURNED'),
    atOnce: { eventTypes: [...start, 'COMPLETED'], status: 'COMPLETED' },
    later: { afterMs: 30_000, eventTypes: refunded, status: 'FAILED' },
    booked: [...held, 'SETTLE', 'REVERSE', 'REFUND_DONE'],
  },
  {
    kind: 'bank',
    suffix: '006',
    atOnce: { eventTypes: [...start, 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'], status: 'COMPLETED' },
    refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    left: 0,
    booked: [...held, 'REVERSE', 'REFUND_DONE'],
  },
  {
    ...failed('bank', '007', 'COUNTERPARTY_POST_TX_FAILED'),
    atOnce: { eventTypes: [...start, 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED'], status: 'FAILED' },
    refund: { status: 'FAILED', reason: 'TRANSACTION_FAILED' },
    left: sent,
    booked: [...held, 'REVERSE', 'REFUND_FAIL'],
  },
  delivered('bank', '008'),
  delivered('bank', '102'),
];

describe.each(cases)('a payout to a $kind ending in $suffix', (expected) => {
  test('has the events, end and bookings of the table', async () => {
    const tenant = await world.newPlatform();
    const { customerId, accountId } = await newPayer(tenant, { amount: 5_000 });
    const make = expected.kind === 'bank' ? newBank : newWallet;
    const { body: made } = await quote(tenant, accountId, await make(tenant, customerId, expected.suffix));

    const executed = await execute(tenant, made.id);

    expect([executed.status, executed.body.status]).toEqual([200, expected.atOnce.status]);
    expect(await world.eventTypes(made.transactionId)).toEqual(outgoing(expected.atOnce.eventTypes));
    if (expected.later) {
      world.wall.advance(expected.later.afterMs - 1);
      expect(await world.eventTypes(made.transactionId)).toEqual(outgoing(expected.atOnce.eventTypes));
      world.wall.advance(1);
      expect(await world.eventTypes(made.transactionId)).toEqual(
        outgoing([...expected.atOnce.eventTypes, ...expected.later.eventTypes]),
      );
    }
    const ended = await transaction(tenant, made.transactionId);
    expect(ended.status).toBe((expected.later ?? expected.atOnce).status);
    expect(ended.failureReason).toBe(expected.failureReason);
    expect(ended.refund && { status: ended.refund.status, reason: ended.refund.reason }).toEqual(expected.refund);
    const shown = await tenant.rest('GET', `/quotes/${made.id}`);
    expect(shown.body.status).toBe(ended.status);

    expect(await steps(tenant, made.transactionId)).toEqual(expected.booked);
    const left = 5_000 - expected.left;
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await findings(tenant)).toEqual([]);
  });
});
