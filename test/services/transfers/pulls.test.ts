// Payments pulled from a bank account: the source's outcome first, then the destination's; events, bookings and remainders.
import { describe, expect, test } from 'vitest';
import { outgoing } from './event-types.ts';
import {
  accountOf,
  balancesOf,
  execute,
  findings,
  newBank,
  newCustomer,
  newWallet,
  quote,
  sharedTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await sharedTransfers();

const start = ['PENDING', 'PROCESSING'];
const refunded = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];

interface Case {
  readonly source: string;
  readonly destination: string;
  readonly kind?: 'wallet';
  readonly atOnce: string[];
  readonly later?: { afterMs: number; eventTypes: string[] };
  readonly ends: { status: string; failureReason?: string; refund?: { status: string; reason: string } };
  readonly booked: string[];
}

const funded = ['FUND', 'DISPATCH'];
const unfunded = { ends: { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' }, booked: [] };
const completed = { ends: { status: 'COMPLETED' }, booked: [...funded, 'SETTLE'] };
const failed = (failureReason: string, reason = 'TRANSACTION_FAILED') => ({
  ends: { status: 'FAILED', failureReason, refund: { status: 'COMPLETED', reason } },
  booked: [...funded, 'REVERSE', 'REFUND_DONE'],
});

const cases: Case[] = [
  { source: '999', destination: '999', atOnce: [...start, 'COMPLETED'], ...completed },
  { source: '006', destination: '999', atOnce: [...start, 'COMPLETED'], ...completed },
  ...['002', '003', '004'].map((source) => ({ source, destination: '004', atOnce: [...start, 'FAILED'], ...unfunded })),
  { source: '005', destination: '999', atOnce: start, later: { afterMs: 30_000, eventTypes: ['FAILED'] }, ...unfunded },
  { source: '999', destination: '002', atOnce: [...start, ...refunded], ...failed('QUOTE_EXECUTION_FAILED') },
  { source: '999', destination: '004', atOnce: [...start, ...refunded], ...failed('COUNTERPARTY_POST_TX_FAILED') },
  { source: '999', destination: '003', atOnce: start, later: { afterMs: 360_000, eventTypes: ['COMPLETED'] }, ...completed },
  {
    source: '999',
    destination: '005',
    atOnce: [...start, 'COMPLETED'],
    later: { afterMs: 30_000, eventTypes: refunded },
    ends: failed('PAYOUT_RETURNED').ends,
    booked: [...funded, 'SETTLE', 'REVERSE', 'REFUND_DONE'],
  },
  {
    source: '999',
    destination: '006',
    atOnce: [...start, 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'],
    ends: { status: 'COMPLETED', refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' } },
    booked: [...funded, 'REVERSE', 'REFUND_DONE'],
  },
  {
    source: '999',
    destination: '007',
    atOnce: [...start, 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED'],
    ends: {
      status: 'FAILED',
      failureReason: 'COUNTERPARTY_POST_TX_FAILED',
      refund: { status: 'FAILED', reason: 'TRANSACTION_FAILED' },
    },
    booked: [...funded, 'REVERSE', 'REFUND_FAIL'],
  },
  { source: '999', destination: '003', kind: 'wallet', atOnce: [...start, ...refunded], ...failed('ACCOUNT_INVALID') },
  {
    source: '999',
    destination: '005',
    kind: 'wallet',
    atOnce: start,
    later: { afterMs: 30_000, eventTypes: refunded },
    ...failed('QUOTE_EXECUTION_FAILED', 'TIMEOUT'),
  },
];

describe.each(cases)('a pull from $source to a $kind $destination', (expected) => {
  test('has the events, end and bookings of the tables', async () => {
    const tenant = await world.newPlatform();
    const customerId = await newCustomer(tenant);
    const source = await newBank(tenant, customerId, expected.source);
    const make = expected.kind === 'wallet' ? newWallet : newBank;
    const { body: made } = await quote(tenant, source, await make(tenant, customerId, expected.destination));

    const answer = await execute(tenant, made.id);

    expect(answer.status).toBe(200);
    expect(await world.eventTypes(made.transactionId)).toEqual(outgoing(expected.atOnce));
    if (expected.later) {
      world.wall.advance(expected.later.afterMs - 1);
      expect(await world.eventTypes(made.transactionId)).toEqual(outgoing(expected.atOnce));
      world.wall.advance(1);
      expect(await world.eventTypes(made.transactionId)).toEqual(outgoing([...expected.atOnce, ...expected.later.eventTypes]));
    }
    const { status, failureReason, refund } = await transaction(tenant, made.transactionId);
    expect({
      status,
      ...(failureReason && { failureReason }),
      ...(refund && { refund: { status: refund.status, reason: refund.reason } }),
    }).toEqual(expected.ends);
    expect(await steps(tenant, made.transactionId)).toEqual(expected.booked);
    expect(await findings(tenant)).toEqual([]);
  });
});

test('a pull into an internal account is credited, and announced to its owner as an incoming payment', async () => {
  const tenant = await world.newPlatform();
  const customerId = await newCustomer(tenant);
  const accountId = await accountOf(tenant, customerId);
  const bank = await newBank(tenant, customerId);

  const { status, body: made } = await quote(tenant, bank, accountId, { immediatelyExecute: true });

  expect([status, made.status, made.source]).toEqual([201, 'COMPLETED', { sourceType: 'ACCOUNT', accountId: bank }]);
  expect(made.paymentInstructions).toBeUndefined();
  expect(await balancesOf(tenant, accountId)).toEqual([1_000, 1_000]);
  const { body } = await tenant.rest('GET', '/transactions?type=INCOMING');
  const [incoming] = body.data;
  expect([body.totalCount, incoming.quoteId, incoming.status, incoming.direction]).toEqual([1, made.id, 'COMPLETED', 'CREDIT']);
  expect(incoming.source).toEqual({ sourceType: 'ACCOUNT', accountId: bank, currency: 'USD' });
  expect(await world.eventTypes(incoming.id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
  expect(await world.eventTypes(made.transactionId)).toEqual(outgoing([...start, 'COMPLETED']));
});

test('a pull that fails immediately leaves a failed transaction, and is answered 201', async () => {
  const customerId = await newCustomer(world);
  const accountId = await accountOf(world, customerId);

  const { status, body } = await quote(world, await newBank(world, customerId, '002'), accountId, { immediatelyExecute: true });

  expect([status, body.status]).toEqual([201, 'FAILED']);
  expect(await balancesOf(world, accountId)).toEqual([0, 0]);
});

test('a pulled quote is valid as long as debits need, and is found by the number of its source', async () => {
  const customerId = await newCustomer(world);
  const accountId = await accountOf(world, customerId);
  const bank = await newBank(world, customerId);
  const { body: made } = await quote(world, bank, accountId);

  const account = await world.rest('GET', `/customers/external-accounts/${bank}`);
  const found = await world.rest('GET', `/transactions?senderAccountIdentifier=${account.body.accountInfo.accountNumber}`);

  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(900_000);
  expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([made.transactionId]);
});

test('a pull is executed once, however many calls are concurrent', async () => {
  const tenant = await world.newPlatform();
  const customerId = await newCustomer(tenant);
  const accountId = await accountOf(tenant, customerId);
  const { body: made } = await quote(tenant, await newBank(tenant, customerId), accountId);

  const answers = await Promise.all(Array.from({ length: 20 }, () => execute(tenant, made.id)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await steps(tenant, made.transactionId)).toEqual(['FUND', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(tenant, accountId)).toEqual([1_000, 1_000]);
});

describe('an external source', () => {
  test('must belong to the paying customer, or to the platform', async () => {
    const [one, other] = [await newCustomer(world), await newCustomer(world)];
    const [own, foreign] = [await newBank(world, one), await newBank(world, other)];
    const shared = await newBank(world, undefined);
    const to = await accountOf(world, one);
    const code = async (from: string, more: object = {}) => (await quote(world, from, to, more)).body.code;

    expect(await code(own)).toBeUndefined();
    expect(await code(shared)).toBeUndefined();
    const source = { sourceType: 'ACCOUNT', accountId: shared, customerId: one };
    expect(await code(shared, { source })).toBeUndefined();
    expect(await code(foreign, { source: { ...source, accountId: foreign } })).toBe('INVALID_INPUT');
    expect((await quote(world, own, foreign)).body.code).toBe('INVALID_BANK_ACCOUNT');
  });

  test('that was deleted neither makes a quote nor executes one', async () => {
    const customerId = await newCustomer(world);
    const [bank, to] = [await newBank(world, customerId), await accountOf(world, customerId)];
    const { body: made } = await quote(world, bank, to);
    await world.rest('DELETE', `/customers/external-accounts/${bank}`);

    const [again, executed] = [await quote(world, bank, to), await execute(world, made.id)];

    expect([again.status, again.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect([executed.status, executed.body.code]).toEqual([400, 'INVALID_RECEIVER']);
  });
});
