// A process dies while money from outside arrives: the next one books or returns it, once.
import { describe, expect, test } from 'vitest';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { dieAt } from '../../kit/death.ts';
import { deathsIn } from './dying-process.ts';
import { findings, newBank, quote, startTransfers, steps, transaction } from './transfers-world.ts';

const world = await startTransfers();
const { recover } = deathsIn(world);

const held = ['PENDING', 'PROCESSING'];

const inTime = { amount: 1_000n, eventTypes: [...held, 'COMPLETED'], booked: ['FUND', 'DISPATCH', 'SETTLE'] };
const released = ['FUND', 'RELEASE', 'REFUND_DONE'];
const wrong = { amount: 999n, eventTypes: ['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'], booked: released };
const pushPoints = ['funds seen', 'fund booked', 'processing', 'dispatch booked', 'payout submitted', 'concluded'];

describe.each([
  ...pushPoints.map((point) => ({ point, ...inTime })),
  ...['funds seen', 'fund booked', 'release booked', 'refund booked', 'concluded'].map((point) => ({ point, ...wrong })),
])("a deposit of $amount for a quote that dies at '$point'", ({ point, amount, eventTypes, booked }) => {
  test('is completed by the job, as if nothing had happened', async () => {
    const { tenant, made, report } = await pushed();
    dieAt(point);
    await expect(report(amount)).rejects.toBeInstanceOf(Error);

    await recover();
    await report(amount);

    expect(await world.eventTypes(made.transactionId)).toEqual(eventTypes.map((type) => `OUTGOING_PAYMENT.${type}`));
    expect(await steps(tenant, made.transactionId)).toEqual(booked);
    expect((await tenant.rest('GET', '/transactions')).body.totalCount).toBe(1);
    expect(await findings(tenant)).toEqual([]);
  });
});

describe.each(['funds seen', 'fund booked', 'refund booked', 'concluded'])("a late deposit that dies at '%s'", (point) => {
  test('is returned once', async () => {
    const { tenant, made, report } = await pushed();
    world.wall.advance(900_000);
    dieAt(point);
    await expect(report(1_000n)).rejects.toBeInstanceOf(Error);

    await recover();

    const eventTypes = ['PENDING', 'EXPIRED', 'REFUND_PENDING', 'REFUND_COMPLETED'].map((type) => `OUTGOING_PAYMENT.${type}`);
    expect(await world.eventTypes(made.transactionId)).toEqual(eventTypes);
    expect(await steps(tenant, made.transactionId)).toEqual(released);
  });
});

describe.each(['stray seen', 'stray booked', 'stray shown'])("a second deposit that dies at '%s'", (point) => {
  test('is returned once', async () => {
    const { tenant, report } = await pushed();
    await report(1_000n);
    dieAt(point);
    await expect(report(70n, 'second')).rejects.toBeInstanceOf(Error);

    await recover();

    const { body } = await tenant.rest('GET', '/transactions?type=INCOMING');
    expect([body.totalCount, body.data[0].status]).toEqual([1, 'FAILED']);
    expect(await steps(tenant, body.data[0].id)).toEqual(released);
    expect((await world.eventTypes(body.data[0].id)).length).toBe(3);
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
