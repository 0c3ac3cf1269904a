// Payments refused by the ledger under way: they end with a refund, or wait with a job; none is stuck.
import { describe, expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import { deathsIn } from './dying-process.ts';
import { outgoing } from './event-types.ts';
import { change, most, pour, stuck } from './refused-books.ts';
import { transfer } from './transfer-parties.ts';
import { balancesOf, execute, findings, newPayer, quote, startTransfers, steps, transaction } from './transfers-world.ts';

const world = await startTransfers();
const { prepared, recover } = deathsIn(world);

const later = async () => {
  world.wall.advance(60_000);
  await world.settle();
};

const failed = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
const ending = { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED', refund: { status: 'COMPLETED' } };

describe('a transfer out whose account is frozen', () => {
  test.each([undefined, 'step voided'])('before its dispatch is never sent, and returned (%s)', async (point) => {
    const { tenant, accountId, bank } = await prepared('999');
    dieAt('processing');
    await transfer(tenant, 'out', { from: accountId, to: bank });
    await change(tenant, accountId, 'FROZEN');
    if (point) dieAt(point);

    await recover();
    await change(tenant, accountId, 'LIFTED');
    await later();

    const [{ id, ...ended }] = (await tenant.rest('GET', '/transactions?type=OUTGOING')).body.data;
    expect(ended).toMatchObject(ending);
    expect(await world.eventTypes(id)).toEqual(outgoing(['PENDING', ...failed]));
    expect(await steps(tenant, id)).toEqual(['HOLD', 'RELEASE', 'REFUND_DONE']);
    expect(await balancesOf(tenant, accountId)).toEqual([3_000, 3_000]);
    expect([await findings(tenant), await stuck(world.databaseUrl)]).toEqual([[], []]);
  });

  test('while its rail carries it, ends as the rail reports', async () => {
    const { tenant, accountId, bank } = await prepared('005');
    const { body } = await transfer(tenant, 'out', { from: accountId, to: bank });
    await change(tenant, accountId, 'FROZEN');

    await later();

    expect(await transaction(tenant, body.id)).toMatchObject(ending);
    expect(await balancesOf(tenant, accountId)).toEqual([3_000, 3_000]);
    expect([await findings(tenant), await stuck(world.databaseUrl)]).toEqual([[], []]);
  });
});

describe('a payment to a full internal account', () => {
  test.each([undefined, 'dispatch booked', 'step voided', 'reverse booked', 'refund booked', 'concluded'])(
    'fails, and is refunded in full (%s)',
    async (point) => {
      const tenant = await world.newPlatform();
      const payer = await newPayer(tenant, { amount: 3_000 });
      const full = await newPayer(tenant, { amount: 0 });
      await pour(tenant, full.accountId, most - 999n);
      const { body: made } = await quote(tenant, payer.accountId, full.accountId);
      if (point) dieAt(point);

      const { status } = await execute(tenant, made.id);
      await recover();

      expect(status).toBe(point ? 500 : 200);
      expect(await transaction(tenant, made.transactionId)).toMatchObject(ending);
      expect(await world.eventTypes(made.transactionId)).toEqual(outgoing(['PENDING', 'PROCESSING', ...failed]));
      expect(await steps(tenant, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE']);
      expect(await balancesOf(tenant, payer.accountId)).toEqual([3_000, 3_000]);
      expect((await tenant.rest('GET', `/transactions?customerId=${full.customerId}`)).body.totalCount).toBe(0);
      expect([await findings(tenant), await stuck(world.databaseUrl)]).toEqual([[], []]);
    },
  );
});

test('a refund that its account has no room for waits until there is some', async () => {
  const { tenant, accountId, bank } = await prepared('002');
  const { body: made } = await quote(tenant, accountId, bank);
  dieAt('reverse booked');
  await execute(tenant, made.id);
  await pour(tenant, accountId, most - 2_500n);
  await recover();
  const [waiting, left] = [await transaction(tenant, made.transactionId), await stuck(world.databaseUrl)];
  await pour(tenant, accountId, -(most - 2_500n));

  await later();

  expect([waiting.status, left]).toEqual(['PROCESSING', []]);
  expect(await transaction(tenant, made.transactionId)).toMatchObject(ending);
  expect(await balancesOf(tenant, accountId)).toEqual([3_000, 3_000]);
  expect([await findings(tenant), await stuck(world.databaseUrl)]).toEqual([[], []]);
});
