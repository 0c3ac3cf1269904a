// A pull whose money the bank reclaims after it was collected.
import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { PullReportSchema, PullState, RailService } from '../../../gen/payments/rails/v1/rail_pb.ts';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { brokenInvariants } from '../../kit/books.ts';
import { dieAt } from '../../kit/death.ts';
import type { Tenant } from '../../kit/platform.ts';
import { startBankRail } from './bank-rail-world.ts';
import { deathsIn } from './dying-process.ts';
import { incoming } from './event-types.ts';
import { change } from './refused-books.ts';
import { transfer } from './transfer-parties.ts';
import { balancesOf, execute, findings, quote, steps, transaction } from './transfers-world.ts';

const world = await startBankRail();
const { recover } = deathsIn(world);
let state: PullState = PullState.COLLECTED;
for (const method of [RailService.method.startPull, RailService.method.getPull]) {
  world.absent.answer(method, () => create(PullReportSchema, { state }));
}

/** A platform with 1,000 dollars, 30 of them pulled by a transfer. */
async function pulled() {
  state = PullState.COLLECTED;
  const { tenant, dollars, bank } = await world.newPayer();
  const { body } = await transfer(tenant, 'in', { from: bank, to: dollars });
  return {
    tenant,
    dollars,
    bank,
    id: String(body.id),
    amount: Number(body.receivedAmount.amount),
    returned: returning(tenant, body.id),
  };
}

const returning = (tenant: Tenant, id: string) => async () => {
  state = PullState.RETURNED;
  await tenant.internal(RailReportService).reportReturnedPull({ key: uuidIn(id) });
};

const failed = { status: 'FAILED', failureReason: 'COLLECTION_FAILED' };

describe('a transfer in', () => {
  test('fails, and its account is debited, once', async () => {
    const { tenant, dollars, id, returned } = await pulled();
    await Promise.all([returned(), returned()]);
    await returned();

    expect(await transaction(tenant, id)).toMatchObject(failed);
    expect(await balancesOf(tenant, dollars)).toEqual([100_000, 100_000]);
    expect(await world.eventTypes(id)).toEqual(incoming(['PENDING', 'COMPLETED', 'FAILED']));
    expect(await steps(tenant, id)).toEqual(['IN', 'IN_RETURN']);
    expect(await findings(tenant)).toEqual([]);
  });

  test('whose account has less by then leaves the platform owing the rest', async () => {
    const { tenant, dollars, bank, id, amount, returned } = await pulled();
    const spent = 100_000 + amount - 1;
    await transfer(tenant, 'out', { from: dollars, to: bank, amount: spent });

    await returned();

    expect(await transaction(tenant, id)).toMatchObject(failed);
    expect((await balancesOf(tenant, dollars))[0]).toBe(0);
    expect(await findings(tenant)).toEqual([]);
  });

  test('whose account is closed by then fails all the same', async () => {
    const { tenant, dollars, id, returned } = await pulled();
    await change(tenant, dollars, 'CLOSED');

    await returned();

    expect(await transaction(tenant, id)).toMatchObject(failed);
    expect(await balancesOf(tenant, dollars)).toEqual([100_000, 100_000]);
  });

  test('that the rail calls collected stays as it is', async () => {
    const { tenant, id } = await pulled();

    await tenant.internal(RailReportService).reportReturnedPull({ key: uuidIn(id) });

    expect((await transaction(tenant, id)).status).toBe('COMPLETED');
  });

  test.each(['pull return seen', 'in return booked'])("is returned once, though the process dies at '%s'", async (point) => {
    const { tenant, dollars, id, returned } = await pulled();
    dieAt(point);
    await returned().catch(() => undefined);

    await recover();
    await returned();

    expect(await world.eventTypes(id)).toEqual(incoming(['PENDING', 'COMPLETED', 'FAILED']));
    expect(await balancesOf(tenant, dollars)).toEqual([100_000, 100_000]);
  });
});

describe('a quote that has spent the money', () => {
  test("stays as it is, and the platform's account is debited, once", async () => {
    const { tenant, dollars, bank } = await world.newPayer();
    state = PullState.COLLECTED;
    const { body: made } = await quote(tenant, bank, dollars, { lockedCurrencyAmount: 2_000 });
    const { body: executed } = await execute(tenant, made.id);
    const before = await balancesOf(tenant, dollars);

    await returning(tenant, made.transactionId)();
    await returning(tenant, made.transactionId)();

    expect([executed.status, (await transaction(tenant, made.transactionId)).status]).toEqual(['COMPLETED', 'COMPLETED']);
    expect([before, await balancesOf(tenant, dollars)]).toEqual([
      [102_000, 102_000],
      [100_000, 100_000],
    ]);
    const { body } = await tenant.rest('GET', '/transactions?type=INCOMING');
    const debits = body.data.filter(({ direction }: { direction: string }) => direction === 'DEBIT');
    expect(debits).toMatchObject([{ status: 'COMPLETED', quoteId: made.id, receivedAmount: { amount: 2_000 } }]);
    expect(await world.eventTypes(debits[0].id)).toEqual(incoming(['COMPLETED']));
    expect(await findings(tenant)).toEqual([]);
  });
});

test('afterwards the books are consistent', async () => {
  await world.settle();
  expect(
    (await brokenInvariants(world.databaseUrl)).filter((finding) => !finding.includes('nobody will take it further')),
  ).toEqual([]);
});
