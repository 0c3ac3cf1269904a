// A process dies between any two commits of a transfer: the next one completes its work, once.
import { describe, expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import { deathsIn } from './dying-process.ts';
import { balancesOf, findings, quote, startTransfers, steps } from './transfers-world.ts';

const world = await startTransfers();
const { prepared, recover } = deathsIn(world);

const held = ['PENDING', 'PROCESSING'];
const delivered = { eventTypes: [...held, 'COMPLETED'], booked: ['HOLD', 'DISPATCH', 'SETTLE'], left: 2_000 };

const steady = ['hold booked', 'processing', 'dispatch booked', 'payout submitted', 'concluded'];

const out = (points: string[], rest: object) => points.map((point) => ({ way: 'out', point, ...rest }));
const into = (points: string[], rest: object) => points.map((point) => ({ way: 'in', point, ...rest }));
const transferCases = [
  ...out(['transfer made', 'hold booked', 'processing', 'dispatch booked', 'payout submitted', 'settle booked', 'concluded'], {
    suffix: '999',
    eventTypes: ['PENDING', 'PROCESSING', 'COMPLETED'],
    booked: ['HOLD', 'DISPATCH', 'SETTLE'],
    left: 2_000,
  }),
  ...out(['payout submitted', 'reverse booked', 'refund booked', 'concluded'], {
    suffix: '002',
    eventTypes: ['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
    booked: ['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE'],
    left: 3_000,
  }),
  ...into(['transfer made', 'pull begun', 'pull booked', 'pull ended'], {
    suffix: '999',
    eventTypes: ['PENDING', 'COMPLETED'],
    booked: ['IN'],
    left: 4_000,
  }),
  ...into(['pull awaited', 'pull begun'], { suffix: '005', eventTypes: ['PENDING', 'FAILED'], booked: [], left: 3_000 }),
] as { way: 'in' | 'out'; point: string; suffix: string; eventTypes: string[]; booked: string[]; left: number }[];

describe.each(transferCases)("a transfer $way that dies at '$point' ($suffix)", (expected) => {
  test('is completed by the job, as if nothing had happened', async () => {
    const { way, point, suffix, eventTypes, booked, left } = expected;
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
    expect(await world.eventTypes(data[0].id)).toEqual(eventTypes.map((type) => `${prefix}.${type}`));
    expect(await steps(tenant, data[0].id)).toEqual(booked);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await findings(tenant)).toEqual([]);
  });
});

describe.each(['quote made', ...steady, 'settle booked'])("a quote with immediate execution that dies at '%s'", (point) => {
  test('is completed by the job, and announced from its beginning', async () => {
    const { tenant, accountId, bank } = await prepared('999');
    dieAt(point);
    await quote(tenant, accountId, bank, { immediatelyExecute: true });

    await recover();

    const { body } = await tenant.rest('GET', '/transactions?type=OUTGOING');
    const [{ id, status }] = body.data;
    expect([body.totalCount, status]).toEqual([1, 'COMPLETED']);
    expect(await world.eventTypes(id)).toEqual(delivered.eventTypes.map((type) => `OUTGOING_PAYMENT.${type}`));
    expect(await balancesOf(tenant, accountId)).toEqual([2_000, 2_000]);
    expect((await tenant.rest('GET', '/transactions')).body.totalCount).toBe(2);
  });
});
