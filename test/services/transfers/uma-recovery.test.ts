// A process dies during an incoming UMA payment: between any two commits, the next one completes its work, once.
import { describe, expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import { netBooks } from './net-books.ts';
import { findings, steps, transaction } from './transfers-world.ts';
import { receive, startReceiving } from './uma-receiving.ts';

const world = await startReceiving();
const { scene, eventTypes } = world;

const amount = 1_000n;
const credited = {
  eventTypes: ['PENDING', 'COMPLETED'],
  booked: ['IN'],
  left: { 'WORLD:UMA USD': -amount, 'own:AVAILABLE USD': amount },
};
const paidOn = { ...credited, booked: ['IN', 'SETTLE'] };
const returned = {
  eventTypes: ['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
  booked: ['IN', 'REVERSE', 'REFUND_DONE'],
  left: {},
};
const refused = { eventTypes: ['FAILED'], booked: [], left: {} };

describe.each([
  { point: 'uma asked', ...refused },
  ...['uma decided', 'uma money booked', 'uma payment concluded'].map((point) => ({ point, ...credited })),
])("a payment to an internal account that dies at '$point'", ({ point, eventTypes: expected, booked, left }) => {
  test('is completed by the jobs', async () => {
    const set = await scene();
    const death = dieAt(point);
    const { body: made } = await receive(set);
    await world.settle();

    world.wall.advance(10_000);

    expect(await eventTypes(set, made.id)).toEqual(expected);
    expect(death.hasDied()).toBe(true);
    expect(await steps(set.tenant, made.id)).toEqual(booked);
    expect(await netBooks(set.tenant, made.id, { own: set.person.accountId })).toEqual(left);
    expect(await findings(set.tenant)).toEqual([]);
  });
});

describe.each([
  ...['uma money booked', 'uma money owed', 'uma payout submitted', 'uma payment concluded'].map((point) => ({
    point,
    suffix: '999',
    ...paidOn,
    left: { 'WORLD:UMA USD': -amount, 'WORLD:RTP USD': amount },
  })),
  ...['uma money owed', 'uma payout submitted', 'reverse booked', 'uma payment concluded'].map((point) => ({
    point,
    suffix: '002',
    ...returned,
  })),
])("a payment to a bank ($suffix) that dies at '$point'", ({ point, suffix, eventTypes: expected, booked, left }) => {
  test('is completed by the jobs', async () => {
    const set = await scene();
    const accountInfo = {
      accountType: 'USD_ACCOUNT',
      accountNumber: `10002${suffix}`,
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada' },
    };
    const { customerId } = set.person;
    const bank = { currency: 'USD', customerId, defaultUmaDepositAccount: true, accountInfo };
    expect((await set.tenant.rest('POST', '/customers/external-accounts', { body: bank })).status).toBe(201);
    const death = dieAt(point);
    const { body: made } = await receive(set);
    await world.settle();

    world.wall.advance(10_000);

    expect(await eventTypes(set, made.id)).toEqual(expected);
    expect(death.hasDied()).toBe(true);
    expect(await steps(set.tenant, made.id)).toEqual(booked);
    expect(await netBooks(set.tenant, made.id, {})).toEqual(left);
    expect(await findings(set.tenant)).toEqual([]);
  });
});

test('an approval request interrupted by the death of its process is not repeated', async () => {
  const set = await scene();
  dieAt('uma asked');
  const { body: made } = await receive(set);
  await world.settle();

  world.wall.advance(5_999);
  await world.settle();
  expect((await transaction(set.tenant, made.id)).status).toBe('PENDING');
  world.wall.advance(1);

  expect(await eventTypes(set, made.id)).toEqual(['FAILED']);
  expect((await transaction(set.tenant, made.id)).failureReason).toBe('PAYMENT_APPROVAL_TIMED_OUT');
});
