// An operator's rail that gets a cancellation too late: no refund, and the payout continues.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { CancelPayoutResponseSchema, PayoutState, RailService } from '../../../gen/payments/rails/v1/rail_pb.ts';
import { dieAt } from '../../kit/death.ts';
import { startBankRail } from './bank-rail-world.ts';
import { outgoing } from './event-types.ts';
import { balancesOf, findings, steps, transaction } from './transfers-world.ts';

const world = await startBankRail();
world.absent.answer(RailService.method.cancelPayout, () => create(CancelPayoutResponseSchema, { isStopped: false }));

test.each(['cancellation begun', 'cancellation answered', 'cancellation lost'])(
  'reports it once if the process dies at "%s"',
  async (point) => {
    const { tenant, dollars, transactionId, reported } = await world.newPayout();
    dieAt(point);

    const died = await tenant.rest('POST', `/transactions/${transactionId}/cancel`);
    world.wall.advance(10_000);
    await world.settle();
    const reversing = await transaction(tenant, transactionId);
    await reported({ state: PayoutState.DELIVERED });

    expect(died.status).toBe(500);
    expect([reversing.status, reversing.refund.status]).toEqual(['PROCESSING', 'FAILED']);
    expect((await transaction(tenant, transactionId)).status).toBe('COMPLETED');
    const eventTypes = outgoing(['PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_FAILED', 'COMPLETED']);
    expect(await world.eventTypes(transactionId)).toEqual(eventTypes);
    expect(await steps(tenant, transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
    expect(await balancesOf(tenant, dollars)).toEqual([99_000, 99_000]);
    expect(await findings(tenant)).toEqual([]);
  },
);
