// Transfers without a quote, in and out: the table of sandbox outcomes.
import { describe, expect, test } from 'vitest';
import { incoming, outgoing } from './event-types.ts';
import { transfer, transfersIn } from './transfer-parties.ts';
import { balancesOf, findings, sharedTransfers, steps, transaction } from './transfers-world.ts';

const world = await sharedTransfers();
const { parties } = transfersIn(world);

const backAgain = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];

describe.each([
  { suffix: '002', failureReason: 'QUOTE_EXECUTION_FAILED' },
  { suffix: '003', failureReason: 'ACCOUNT_INVALID' },
  { suffix: '004', failureReason: 'ACCOUNT_CANNOT_RECEIVE' },
])('a transfer out to $suffix', ({ suffix, failureReason }) => {
  test('is refused by the rail, and returned', async () => {
    const { tenant, accountId, bank } = await parties(suffix);

    const { status, body } = await transfer(tenant, 'out', { from: accountId, to: bank });

    expect([status, body.type, body.direction, body.status]).toEqual([201, 'OUTGOING', 'DEBIT', 'FAILED']);
    expect([body.failureReason, body.refund.status, body.refund.reason]).toEqual([
      failureReason,
      'COMPLETED',
      'TRANSACTION_FAILED',
    ]);
    expect(await world.eventTypes(body.id)).toEqual(outgoing(['PENDING', ...backAgain]));
    expect(await steps(tenant, body.id)).toEqual(['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE']);
    expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
    expect(await findings(tenant)).toEqual([]);
  });
});

test('a transfer out to 005 waits for half a minute with its money dispatched, then fails', async () => {
  const { tenant, accountId, bank } = await parties('005');

  const { body } = await transfer(tenant, 'out', { from: accountId, to: bank });

  expect(body.status).toBe('PENDING');
  expect(await balancesOf(tenant, accountId)).toEqual([4_000, 4_000]);
  expect((await tenant.rest('GET', '/transactions?status=PENDING&type=OUTGOING')).body.totalCount).toBe(1);
  world.wall.advance(29_999);
  expect(await world.eventTypes(body.id)).toEqual(outgoing(['PENDING']));
  world.wall.advance(1);
  expect(await world.eventTypes(body.id)).toEqual(outgoing(['PENDING', ...backAgain]));
  const { status, failureReason, refund } = await transaction(tenant, body.id);
  expect([status, failureReason, refund.reason]).toEqual(['FAILED', 'QUOTE_EXECUTION_FAILED', 'TIMEOUT']);
  expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
});

test.each(['999', '006', '007'])('a transfer out to %s is completed immediately', async (suffix) => {
  const { tenant, accountId, bank } = await parties(suffix);
  const more = { remittanceInformation: 'Invoice 7', purposeOfPayment: 'GIFT' };

  const { status, body, headers } = await transfer(tenant, 'out', { from: accountId, to: bank, ...more });

  expect([status, body.status, body.quoteId]).toEqual([201, 'COMPLETED', undefined]);
  expect([body.sentAmount.amount, body.receivedAmount.amount, body.exchangeRate, body.fees]).toEqual([1_000, 1_000, 1, 0]);
  expect([headers.deprecation, headers.link]).toEqual(['true', '</2025-10-13/quotes>; rel="successor-version"']);
  expect(await world.eventTypes(body.id)).toEqual(outgoing(['PENDING', 'PROCESSING', 'COMPLETED']));
  expect(await steps(tenant, body.id)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(tenant, accountId)).toEqual([4_000, 4_000]);
  expect(await findings(tenant)).toEqual([]);
});

test('a transfer out of the full balance uses the available amount', async () => {
  const { tenant, accountId, bank } = await parties();

  const all = await transfer(tenant, 'out', { from: accountId, to: bank, amount: undefined });
  const nothing = await transfer(tenant, 'out', { from: accountId, to: bank, amount: undefined });

  expect([all.body.sentAmount.amount, all.body.status]).toEqual([5_000, 'COMPLETED']);
  expect([nothing.status, nothing.body.code]).toEqual([400, 'INVALID_AMOUNT']);
});

describe.each([
  { suffix: '999', eventTypes: ['PENDING', 'COMPLETED'], status: 'COMPLETED', left: 6_000, booked: ['IN'] },
  { suffix: '006', eventTypes: ['PENDING', 'COMPLETED'], status: 'COMPLETED', left: 6_000, booked: ['IN'] },
  ...['002', '003', '004'].map((suffix) => ({
    suffix,
    eventTypes: ['PENDING', 'FAILED'],
    status: 'FAILED',
    failureReason: 'COLLECTION_FAILED',
    left: 5_000,
    booked: [],
  })),
])('a transfer in from $suffix', ({ suffix, eventTypes, left, booked, ...ends }) => {
  test('ends immediately', async () => {
    const { tenant, accountId, bank } = await parties(suffix);

    const { status, body, headers } = await transfer(tenant, 'in', { from: bank, to: accountId });

    expect([status, body.type, body.direction]).toEqual([201, 'INCOMING', 'CREDIT']);
    expect({ status: body.status, ...(body.failureReason && { failureReason: body.failureReason }) }).toEqual(ends);
    expect([body.source.accountId, body.destination.accountId, body.refund]).toEqual([bank, accountId, undefined]);
    expect([headers.deprecation, headers.link]).toEqual(['true', '</2025-10-13/quotes>; rel="successor-version"']);
    expect(await world.eventTypes(body.id)).toEqual(incoming(eventTypes));
    expect(await steps(tenant, body.id)).toEqual(booked);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await findings(tenant)).toEqual([]);
  });
});

test('a transfer in from 005 waits for half a minute, then fails', async () => {
  const { tenant, accountId, bank } = await parties('005');

  const { body } = await transfer(tenant, 'in', { from: bank, to: accountId });

  expect(body.status).toBe('PENDING');
  world.wall.advance(29_999);
  expect(await world.eventTypes(body.id)).toEqual(incoming(['PENDING']));
  world.wall.advance(1);
  expect(await world.eventTypes(body.id)).toEqual(incoming(['PENDING', 'FAILED']));
  expect((await transaction(tenant, body.id)).failureReason).toBe('COLLECTION_FAILED');
  expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
});
