// Cancellation of payments on slow rails: the money is returned or delivered, never both.
import { describe, expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import type { Tenant } from '../../kit/platform.ts';
import { outgoing } from './event-types.ts';
import {
  accountOf,
  balancesOf,
  execute,
  findings,
  newBank,
  newPayer,
  quote,
  startTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await startTransfers();

const cancel = (tenant: Tenant, id: string) => tenant.rest('POST', `/transactions/${id}/cancel`, { body: { reason: 'Changed' } });
const stopped = ['PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'];

/** A payment that its rail carries for six minutes. */
async function underWay(paymentRail = 'ACH', suffix = '003') {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 5_000 });
  const bank = await newBank(tenant, customerId, suffix);
  const destination = { destinationType: 'ACCOUNT', accountId: bank, paymentRail };
  const { body: made } = await quote(tenant, accountId, bank, { destination });
  await execute(tenant, made.id);
  return { tenant, customerId, accountId, bank, made, id: made.transactionId as string };
}

describe.each(['ACH', 'WIRE'])('a payment by %s', (rail) => {
  test('is stopped on its way: it is refunded in full, and the cancellation ends COMPLETED', async () => {
    const { tenant, accountId, id } = await underWay(rail);

    const { status, body } = await cancel(tenant, id);

    expect([status, body.status, body.refund.status, body.refund.reason]).toEqual([
      200,
      'COMPLETED',
      'COMPLETED',
      'USER_CANCELLATION',
    ]);
    world.wall.advance(360_000);
    expect(await world.eventTypes(id)).toEqual(outgoing(stopped));
    expect(await steps(tenant, id)).toEqual(['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE']);
    expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
    expect(await findings(tenant)).toEqual([]);
  });
});

test('of many concurrent cancellations each is answered, and the money is returned once', async () => {
  const { tenant, accountId, id } = await underWay();

  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(tenant, id)));

  for (const { status, body } of answers) {
    expect([200, 409]).toContain(status);
    if (status === 409) expect(body.code).toBe('TRANSACTION_NOT_CANCELLABLE');
  }
  expect(await steps(tenant, id)).toEqual(['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE']);
  expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
});

describe.each(['cancellation begun', 'cancellation answered', 'reverse booked', 'refund booked', 'concluded'])(
  "a cancellation that dies at '%s'",
  (point) => {
    test('repeats get the same answer, and the job completes it', async () => {
      const { tenant, accountId, id } = await underWay();
      dieAt(point);
      const died = await cancel(tenant, id);
      const again = await cancel(tenant, id);

      world.wall.advance(10_000);
      await world.settle();
      world.wall.advance(360_000);
      await world.settle();

      expect([died.status, again.status]).toEqual([500, point === 'concluded' ? 409 : 200]);
      expect(await world.eventTypes(id)).toEqual(outgoing(stopped));
      expect(await steps(tenant, id)).toEqual(['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE']);
      expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
      expect(await findings(tenant)).toEqual([]);
    });
  },
);

test('a report of the rail that waits for a cancellation is not booked as well', async () => {
  const { tenant, id } = await underWay();
  dieAt('cancellation begun');
  await cancel(tenant, id);

  world.wall.advance(360_000); // the report and the end of the cancellation are due together
  await world.settle();
  world.wall.advance(10_000);

  expect(await world.eventTypes(id)).toEqual(outgoing(stopped));
  expect(await steps(tenant, id)).toEqual(['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE']);
  expect(await findings(tenant)).toEqual([]);
});

test.each(['report claimed', 'settle booked'])(
  'a report interrupted at "%s" is completed, and its payment cannot be cancelled',
  async (point) => {
    const { tenant, id } = await underWay();
    dieAt(point);
    world.wall.advance(360_000);
    await world.settle();

    const late = await cancel(tenant, id);
    world.wall.advance(60_000);

    expect([late.status, late.body.code]).toEqual([409, 'TRANSACTION_NOT_CANCELLABLE']);
    expect(await world.eventTypes(id)).toEqual(outgoing(['PENDING', 'PROCESSING', 'COMPLETED']));
    expect(await steps(tenant, id)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  },
);

describe('what cannot be cancelled', () => {
  test('payments on other rails, open quotes, and payments before their start', async () => {
    const { tenant, accountId, bank, id } = await underWay('RTP');
    const { body: open } = await quote(tenant, accountId, bank);
    const slow = await newBank(tenant, (await transaction(tenant, id)).customerId, '005');
    const body = { source: { accountId }, destination: { accountId: slow, paymentRail: 'ACH' }, amount: 10 };
    const waiting = await tenant.rest('POST', '/transfer-out', { body });

    for (const one of [id, open.transactionId, waiting.body.id]) {
      const answer = await cancel(tenant, one);
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
    }
  });

  test('payments that have ended', async () => {
    const [{ tenant, id }, failed] = [await underWay('ACH', '999'), await underWay('ACH', '002')];

    for (const answer of [await cancel(tenant, id), await cancel(failed.tenant, failed.id)]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'TRANSACTION_NOT_CANCELLABLE']);
    }
    expect((await cancel(tenant, id)).headers['x-should-retry']).toBe('false');
  });

  test("another platform's, or unknown ones", async () => {
    const { id } = await underWay();
    for (const one of [id, 'Transaction:01900000-0000-7000-8000-000000000000', 'nonsense']) {
      const answer = await cancel(world, one);
      expect([answer.status, answer.body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    }
  });
});

test('a transfer in is cancelled before it collects, and fails', async () => {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 0 });
  const body = { source: { accountId: await newBank(tenant, customerId, '005') }, destination: { accountId }, amount: 10 };
  const { body: made } = await tenant.rest('POST', '/transfer-in', { body });

  const answer = await cancel(tenant, made.id);
  const again = await cancel(tenant, made.id);
  world.wall.advance(30_000);

  expect([answer.status, answer.body.status, answer.body.failureReason]).toEqual([200, 'FAILED', 'COLLECTION_FAILED']);
  expect([again.status, again.body.code]).toEqual([409, 'TRANSACTION_NOT_CANCELLABLE']);
  expect(await world.eventTypes(made.id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
  expect(await balancesOf(tenant, await accountOf(tenant, customerId))).toEqual([0, 0]);
});
