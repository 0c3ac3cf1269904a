// A process dies between any two commits of a payment: the next one completes its work, once.
import { describe, expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import { deathsIn } from './dying-process.ts';
import {
  accountOf,
  balancesOf,
  execute,
  findings,
  newBank,
  newCustomer,
  quote,
  startTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await startTransfers();
const { prepared, recover } = deathsIn(world);

const held = ['PENDING', 'PROCESSING'];
const delivered = { eventTypes: [...held, 'COMPLETED'], booked: ['HOLD', 'DISPATCH', 'SETTLE'], left: 2_000 };
const failed = {
  eventTypes: [...held, 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
  booked: ['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE'],
  left: 3_000,
};
const steady = ['hold booked', 'processing', 'dispatch booked', 'payout submitted', 'concluded'];
const cases = [
  ...['execution begun', ...steady, 'settle booked'].map((point) => ({ point, suffix: '999', ...delivered })),
  ...['reverse booked', 'refund booked'].map((point) => ({ point, suffix: '002', ...failed })),
];

describe.each(cases)("an execution that dies at '$point' ($suffix)", ({ point, suffix, eventTypes, booked, left }) => {
  test('is completed by the job, as if nothing had happened', async () => {
    const { tenant, accountId, bank } = await prepared(suffix);
    const { body: made } = await quote(tenant, accountId, bank);
    dieAt(point);
    const died = await execute(tenant, made.id);

    await recover();

    expect(died.status).toBe(500);
    expect(await world.eventTypes(made.transactionId)).toEqual(eventTypes.map((type) => `OUTGOING_PAYMENT.${type}`));
    expect(await steps(tenant, made.transactionId)).toEqual(booked);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await findings(tenant)).toEqual([]);
  });
});

const pulled = { eventTypes: [...held, 'COMPLETED'], booked: ['FUND', 'DISPATCH', 'SETTLE'], left: 1_000 };
const refusedPull = { eventTypes: [...held, 'FAILED'], booked: [], left: 0 };
const pullPoints = ['execution begun', 'processing', 'pull begun', 'fund booked', 'funded', 'dispatch booked', 'concluded'];

describe.each([
  ...pullPoints.map((point) => ({ point, suffix: '999', ...pulled })),
  { point: 'pull failed', suffix: '002', ...refusedPull },
  { point: 'pull awaited', suffix: '005', ...refusedPull },
])("a pull that dies at '$point' ($suffix)", ({ point, suffix, eventTypes, booked, left }) => {
  test('is completed by the job, as if nothing had happened', async () => {
    const tenant = await world.newPlatform();
    const customerId = await newCustomer(tenant);
    const accountId = await accountOf(tenant, customerId);
    const { body: made } = await quote(tenant, await newBank(tenant, customerId, suffix), accountId);
    dieAt(point);
    const died = await execute(tenant, made.id);

    await recover();
    world.wall.advance(30_000);
    await world.settle();

    expect(died.status).toBe(500);
    expect(await world.eventTypes(made.transactionId)).toEqual(eventTypes.map((type) => `OUTGOING_PAYMENT.${type}`));
    expect(await steps(tenant, made.transactionId)).toEqual(booked);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await findings(tenant)).toEqual([]);
  });
});

describe.each(['hold booked', 'concluded'])("an idempotent call that died at '%s'", (point) => {
  test('returns the same quote when it is repeated', async () => {
    const { tenant, accountId, bank } = await prepared('999');
    const { body: made } = await quote(tenant, accountId, bank);
    dieAt(point);
    await execute(tenant, made.id, { 'idempotency-key': 'again' });

    const again = await execute(tenant, made.id, { 'idempotency-key': 'again' });

    expect([again.status, again.body.id, again.body.status]).toEqual([200, made.id, 'COMPLETED']);
    await recover();
    expect(await steps(tenant, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  });
});

test('an insufficient balance found by the job reopens the quote', async () => {
  const { tenant, accountId, bank } = await prepared('999');
  const { body: made } = await quote(tenant, accountId, bank, { lockedCurrencyAmount: 3_001 });
  dieAt('execution begun');
  await execute(tenant, made.id);
  const meanwhile = await tenant.rest('GET', `/quotes/${made.id}`);
  const second = await execute(tenant, made.id);

  await recover();

  expect([meanwhile.body.status, second.body.details.reason]).toEqual(['PENDING', 'QUOTE_ALREADY_EXECUTED']);
  expect((await transaction(tenant, made.transactionId)).status).toBe('PENDING');
  expect((await execute(tenant, made.id)).body.details.reason).toBe('INSUFFICIENT_BALANCE');
  expect(await steps(tenant, made.transactionId)).toEqual([]);
});

describe.each(['deposit seen', 'deposit booked', 'deposit shown'])("a deposit that dies at '%s'", (point) => {
  test('is booked and shown once', async () => {
    const tenant = await world.newPlatform();
    const accountId = await accountOf(tenant, await newCustomer(tenant));
    dieAt(point);
    await tenant.rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 700 } });

    await recover();

    const { body } = await tenant.rest('GET', '/transactions');
    expect([body.totalCount, body.data.length]).toEqual([1, 1]);
    expect(await world.eventTypes(body.data[0].id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
    expect(await balancesOf(tenant, accountId)).toEqual([700, 700]);
    expect(await findings(tenant)).toEqual([]);
  });
});
