// An operator's rail whose bank returns a payout days after its delivery.
import { expect, test } from 'vitest';
import { PayoutState } from '../../../gen/payments/rails/v1/rail_pb.ts';
import { dieAt } from '../../kit/death.ts';
import { eventsOfAReturn, startBankRail } from './bank-rail-world.ts';
import { balancesOf, findings, steps, transaction } from './transfers-world.ts';

const world = await startBankRail();
const dayMs = 86_400_000;
const [delivered, returned] = [{ state: PayoutState.DELIVERED }, { state: PayoutState.RETURNED }];

test('is reported five days later, refunded in full, and announced once however often the rail reports it', async () => {
  const { tenant, dollars, transactionId, reported } = await world.newPayout();
  await reported(delivered);
  const before = await transaction(tenant, transactionId);

  world.wall.advance(5 * dayMs);
  await world.settle();
  await reported(returned);
  await reported(returned);

  const { status, failureReason, refund, settledAt } = await transaction(tenant, transactionId);
  expect([before.status, status, failureReason, refund.status]).toEqual(['COMPLETED', 'FAILED', 'PAYOUT_RETURNED', 'COMPLETED']);
  expect(settledAt).toBe(before.settledAt);
  expect(Date.parse(refund.settledAt) - Date.parse(before.settledAt)).toBeGreaterThanOrEqual(5 * dayMs);
  expect(await steps(tenant, transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
  expect(await balancesOf(tenant, dollars)).toEqual([100_000, 100_000]);
  expect(await world.eventTypes(transactionId)).toEqual(eventsOfAReturn);
  expect(await findings(tenant)).toEqual([]);
});

test.each(['reverse booked', 'refund booked'])(
  'is refunded once if the process dies at "%s" and the rail does not repeat its report',
  async (point) => {
    const { tenant, dollars, transactionId, reported } = await world.newPayout();
    await reported(delivered);
    dieAt(point);

    await expect(reported(returned)).rejects.toThrow(`Died at '${point}'`);
    world.wall.advance(10_000);
    await world.settle();

    const { status, refund } = await transaction(tenant, transactionId);
    expect([status, refund?.status]).toEqual(['FAILED', 'COMPLETED']);
    expect(await steps(tenant, transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
    expect(await balancesOf(tenant, dollars)).toEqual([100_000, 100_000]);
    expect(await findings(tenant)).toEqual([]);
  },
);
