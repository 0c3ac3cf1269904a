// A process that dies between any two commits: the next one finishes its work, once.
import { afterEach, describe, expect, test } from 'vitest';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import {
  accountOf,
  balancesOf,
  execute,
  findings,
  newBank,
  newCustomer,
  newPayer,
  quote,
  startTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await startTransfers();
const recoveryMs = 10_000;

afterEach(() => {
  globalThis.onCrashPoint = undefined;
});

/** The work ends at this point as if the process had died there: nothing after it runs. */
function dieAt(point: string): void {
  globalThis.onCrashPoint = (name) => {
    if (name !== point) return;
    globalThis.onCrashPoint = undefined;
    throw new Error(`Died at '${name}'.`);
  };
}

async function recover(): Promise<void> {
  globalThis.onCrashPoint = undefined;
  world.wall.advance(recoveryMs);
  await world.settle();
}

async function prepared(suffix: string): Promise<{ tenant: Tenant; accountId: string; bank: string }> {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 3_000 });
  return { tenant, accountId, bank: await newBank(tenant, customerId, suffix) };
}

const held = ['PENDING', 'PROCESSING'];
const delivered = { told: [...held, 'COMPLETED'], booked: ['HOLD', 'DISPATCH', 'SETTLE'], left: 2_000 };
const failed = {
  told: [...held, 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
  booked: ['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE'],
  left: 3_000,
};
const steady = ['hold booked', 'processing', 'dispatch booked', 'payout submitted', 'concluded'];
const cases = [
  ...['execution begun', ...steady, 'delivered booked'].map((point) => ({ point, suffix: '999', ...delivered })),
  ...['payoutFailed booked', 'refundStarted booked', 'refunded booked'].map((point) => ({ point, suffix: '002', ...failed })),
];

describe.each(cases)("an execution that dies at '$point' ($suffix)", ({ point, suffix, told, booked, left }) => {
  test('is finished by the job, as if nothing had happened', async () => {
    const { tenant, accountId, bank } = await prepared(suffix);
    const { body: made } = await quote(tenant, accountId, bank);
    dieAt(point);
    const died = await execute(tenant, made.id);

    await recover();

    expect(died.status).toBe(500);
    expect(await world.told(made.transactionId)).toEqual(told.map((type) => `OUTGOING_PAYMENT.${type}`));
    expect(await steps(tenant, made.transactionId)).toEqual(booked);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await findings(tenant)).toEqual([]);
  });
});

const pulled = { told: [...held, 'COMPLETED'], booked: ['FUND', 'DISPATCH', 'SETTLE'], left: 1_000 };
const refusedPull = { told: [...held, 'FAILED'], booked: [], left: 0 };
const pullPoints = ['execution begun', 'processing', 'pull begun', 'fund booked', 'funded', 'dispatch booked', 'concluded'];

describe.each([
  ...pullPoints.map((point) => ({ point, suffix: '999', ...pulled })),
  { point: 'pull failed', suffix: '002', ...refusedPull },
  { point: 'pull awaited', suffix: '005', ...refusedPull },
])("a pull that dies at '$point' ($suffix)", ({ point, suffix, told, booked, left }) => {
  test('is finished by the job, as if nothing had happened', async () => {
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
    expect(await world.told(made.transactionId)).toEqual(told.map((type) => `OUTGOING_PAYMENT.${type}`));
    expect(await steps(tenant, made.transactionId)).toEqual(booked);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await findings(tenant)).toEqual([]);
  });
});

const inTime = { amount: 1_000n, told: [...held, 'COMPLETED'], booked: ['FUND', 'DISPATCH', 'SETTLE'] };
const released = ['FUND', 'RELEASE', 'REFUND_DONE'];
const wrong = { amount: 999n, told: ['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'], booked: released };
const pushPoints = ['funds seen', 'fund booked', 'processing', 'dispatch booked', 'payout submitted', 'concluded'];

describe.each([
  ...pushPoints.map((point) => ({ point, ...inTime })),
  ...['funds seen', 'fund booked', 'refundStarted booked', 'refunded booked', 'concluded'].map((point) => ({ point, ...wrong })),
])("a deposit of $amount for a quote that dies at '$point'", ({ point, amount, told, booked }) => {
  test('is finished by the job, as if nothing had happened', async () => {
    const { tenant, made, report } = await pushed();
    dieAt(point);
    await expect(report(amount)).rejects.toBeInstanceOf(Error);

    await recover();
    await report(amount);

    expect(await world.told(made.transactionId)).toEqual(told.map((type) => `OUTGOING_PAYMENT.${type}`));
    expect(await steps(tenant, made.transactionId)).toEqual(booked);
    expect((await tenant.rest('GET', '/transactions')).body.totalCount).toBe(1);
    expect(await findings(tenant)).toEqual([]);
  });
});

describe.each(['funds seen', 'fund booked', 'refunded booked', 'concluded'])("a late deposit that dies at '%s'", (point) => {
  test('goes back once', async () => {
    const { tenant, made, report } = await pushed();
    world.wall.advance(900_000);
    dieAt(point);
    await expect(report(1_000n)).rejects.toBeInstanceOf(Error);

    await recover();

    const told = ['PENDING', 'EXPIRED', 'REFUND_PENDING', 'REFUND_COMPLETED'].map((type) => `OUTGOING_PAYMENT.${type}`);
    expect(await world.told(made.transactionId)).toEqual(told);
    expect(await steps(tenant, made.transactionId)).toEqual(released);
  });
});

describe.each(['stray seen', 'stray booked', 'stray shown'])("a second deposit that dies at '%s'", (point) => {
  test('goes back once', async () => {
    const { tenant, report } = await pushed();
    await report(1_000n);
    dieAt(point);
    await expect(report(70n, 'second')).rejects.toBeInstanceOf(Error);

    await recover();

    const { body } = await tenant.rest('GET', '/transactions?type=INCOMING');
    expect([body.totalCount, body.data[0].status]).toEqual([1, 'FAILED']);
    expect(await steps(tenant, body.data[0].id)).toEqual(released);
    expect((await world.told(body.data[0].id)).length).toBe(3);
    expect(await findings(tenant)).toEqual([]);
  });
});

async function pushed() {
  const tenant = await world.newPlatform();
  const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD' };
  const { body: made } = await quote(tenant, '', await newBank(tenant, undefined), { source });
  const { reference } = (await transaction(tenant, made.transactionId)).reconciliationInstructions;
  const report = (amount: bigint, depositId = 'one') =>
    tenant.internal(RailReportService).reportDeposit({ depositId, reference, currency: 'USD', amount });
  return { tenant, made, report };
}

const out = (points: string[], rest: object) => points.map((point) => ({ way: 'out', point, ...rest }));
const into = (points: string[], rest: object) => points.map((point) => ({ way: 'in', point, ...rest }));
const transferCases = [
  ...out(['transfer made', 'hold booked', 'processing', 'payout submitted', 'taken booked', 'delivered booked', 'concluded'], {
    suffix: '999',
    told: ['PENDING', 'PROCESSING', 'COMPLETED'],
    booked: ['HOLD', 'DISPATCH', 'SETTLE'],
    left: 2_000,
  }),
  ...out(['payout submitted', 'refundStarted booked', 'refunded booked', 'concluded'], {
    suffix: '002',
    told: ['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
    booked: ['HOLD', 'RELEASE', 'REFUND_DONE'],
    left: 3_000,
  }),
  ...into(['transfer made', 'pull begun', 'pull booked', 'pull ended'], {
    suffix: '999',
    told: ['PENDING', 'COMPLETED'],
    booked: ['IN'],
    left: 4_000,
  }),
  ...into(['pull awaited', 'pull begun'], { suffix: '005', told: ['PENDING', 'FAILED'], booked: [], left: 3_000 }),
] as { way: 'in' | 'out'; point: string; suffix: string; told: string[]; booked: string[]; left: number }[];

describe.each(transferCases)("a transfer $way that dies at '$point' ($suffix)", (expected) => {
  test('is finished by the job, as if nothing had happened', async () => {
    const { way, point, suffix, told, booked, left } = expected;
    const { tenant, accountId, bank } = await prepared(suffix);
    const [source, destination] = way === 'out' ? [accountId, bank] : [bank, accountId];
    const body = { source: { accountId: source }, destination: { accountId: destination }, amount: 1_000 };
    dieAt(point);
    const died = await tenant.rest('POST', `/transfer-${way}`, { body });

    await recover();
    world.wall.advance(30_000);
    await world.settle();

    expect(died.status).toBe(500);
    const { data, totalCount } = (await tenant.rest('GET', `/transactions?accountIdentifier=${bank}`)).body;
    expect(totalCount).toBe(1);
    const prefix = way === 'out' ? 'OUTGOING_PAYMENT' : 'INCOMING_PAYMENT';
    expect(await world.told(data[0].id)).toEqual(told.map((type) => `${prefix}.${type}`));
    expect(await steps(tenant, data[0].id)).toEqual(booked);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await findings(tenant)).toEqual([]);
  });
});

describe.each(['quote made', ...steady, 'delivered booked'])("a quote executed at once that dies at '%s'", (point) => {
  test('is finished by the job, and shown from its beginning', async () => {
    const { tenant, accountId, bank } = await prepared('999');
    dieAt(point);
    await quote(tenant, accountId, bank, { immediatelyExecute: true });

    await recover();

    const { body } = await tenant.rest('GET', '/transactions?type=OUTGOING');
    const [{ id, status }] = body.data;
    expect([body.totalCount, status]).toEqual([1, 'COMPLETED']);
    expect(await world.told(id)).toEqual(delivered.told.map((type) => `OUTGOING_PAYMENT.${type}`));
    expect(await balancesOf(tenant, accountId)).toEqual([2_000, 2_000]);
    expect((await tenant.rest('GET', '/transactions')).body.totalCount).toBe(2);
  });
});

describe.each(['hold booked', 'concluded'])("an idempotent call that died at '%s'", (point) => {
  test('is answered with the same quote when it comes again', async () => {
    const { tenant, accountId, bank } = await prepared('999');
    const { body: made } = await quote(tenant, accountId, bank);
    dieAt(point);
    await execute(tenant, made.id, { 'idempotency-key': 'again' });
    globalThis.onCrashPoint = undefined;

    const again = await execute(tenant, made.id, { 'idempotency-key': 'again' });

    expect([again.status, again.body.id, again.body.status]).toEqual([200, made.id, 'COMPLETED']);
    await recover();
    expect(await steps(tenant, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  });
});

test('a short balance found by the job opens the quote again', async () => {
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
    expect(await world.told(body.data[0].id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
    expect(await balancesOf(tenant, accountId)).toEqual([700, 700]);
    expect(await findings(tenant)).toEqual([]);
  });
});
