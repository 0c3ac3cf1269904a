// Pulled money that the account cannot receive: it waits while the account is frozen, and is returned otherwise.
import { describe, expect, test } from 'vitest';
import { brokenInvariants } from '../../kit/books.ts';
import { dieAt } from '../../kit/death.ts';
import { deathsIn } from './dying-process.ts';
import { incoming } from './event-types.ts';
import { change, most, pour } from './refused-books.ts';
import { transfer } from './transfer-parties.ts';
import { balancesOf, findings, startTransfers, steps, transaction } from './transfers-world.ts';

const world = await startTransfers();
const { prepared, recover } = deathsIn(world);

/** The bank has paid, and the process that requested it died. */
async function collected() {
  const { tenant, accountId, bank } = await prepared('999');
  dieAt('pull begun');
  await transfer(tenant, 'in', { from: bank, to: accountId });
  const [made] = (await tenant.rest('GET', '/transactions?type=INCOMING&status=PENDING')).body.data;
  return { tenant, accountId, id: made.id as string, customerId: made.customerId as string };
}

const later = async () => {
  world.wall.advance(60_000);
  await world.settle();
};

const backAgain = incoming(['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
const returned = ['FUND', 'RELEASE', 'REFUND_DONE'];
const ending = { status: 'FAILED', failureReason: 'COLLECTION_FAILED' };
const refund = { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' };

describe('money collected for an account closed in the meantime', () => {
  test('is returned to the bank, and shown as refunded', async () => {
    const { tenant, accountId, id } = await collected();
    await change(tenant, accountId, 'CLOSED');

    await recover();

    expect(await transaction(tenant, id)).toMatchObject({ ...ending, refund });
    expect(await world.eventTypes(id)).toEqual(backAgain);
    expect(await steps(tenant, id)).toEqual(returned);
    expect(await balancesOf(tenant, accountId)).toEqual([3_000, 3_000]);
    expect(await findings(tenant)).toEqual([]);
  });

  test('is returned if the owner was deleted', async () => {
    const { tenant, id, customerId } = await collected();
    const deleted = await tenant.rest('DELETE', `/customers/${customerId}`);
    await world.settle();

    await recover();

    expect(deleted.status).toBe(200);
    expect(await transaction(tenant, id)).toMatchObject({ ...ending, refund });
    expect(await steps(tenant, id)).toEqual(returned);
  });

  test.each(['pull booked', 'pull turned', 'fund booked', 'release booked', 'pull returned', 'refund booked', 'pull ended'])(
    "is returned once, though the process dies at '%s'",
    async (point) => {
      const { tenant, accountId, id } = await collected();
      await change(tenant, accountId, 'CLOSED');
      const { hasDied } = dieAt(point);
      await recover();

      await later();

      expect(hasDied()).toBe(true);
      expect(await world.eventTypes(id)).toEqual(backAgain);
      expect(await steps(tenant, id)).toEqual(returned);
      expect(await findings(tenant)).toEqual([]);
    },
  );
});

describe('money collected for an account frozen in the meantime', () => {
  test.each([undefined, 'pull turned', 'pull held', 'pull awaited'])(
    'counts only in the total, and is credited once the account is unfrozen (%s)',
    async (point) => {
      const { tenant, accountId, id } = await collected();
      await change(tenant, accountId, 'FROZEN');
      if (point) dieAt(point);
      await recover();
      await later();
      await later();
      const [waiting, during] = [await transaction(tenant, id), await balancesOf(tenant, accountId)];
      const cancelled = await tenant.rest('POST', `/transactions/${id}/cancel`);
      await change(tenant, accountId, 'LIFTED');

      await later();
      await later();

      expect([waiting.status, during]).toEqual(['PENDING', [3_000, 4_000]]);
      expect([cancelled.status, cancelled.body.code]).toEqual([409, 'TRANSACTION_NOT_CANCELLABLE']);
      expect((await transaction(tenant, id)).status).toBe('COMPLETED');
      expect(await world.eventTypes(id)).toEqual(incoming(['PENDING', 'COMPLETED']));
      expect(await steps(tenant, id)).toEqual(['IN_SEEN', 'IN_2']);
      expect(await balancesOf(tenant, accountId)).toEqual([4_000, 4_000]);
      expect(await findings(tenant)).toEqual([]);
    },
  );

  test.each([undefined, 'in unseen booked'])('is returned if the account is closed instead (%s)', async (point) => {
    const { tenant, accountId, id } = await collected();
    await change(tenant, accountId, 'FROZEN');
    await recover();
    await change(tenant, accountId, 'CLOSED');
    if (point) dieAt(point);

    await later();
    await later();

    expect(await transaction(tenant, id)).toMatchObject({ ...ending, refund });
    expect(await world.eventTypes(id)).toEqual(backAgain);
    expect(await steps(tenant, id)).toEqual(['IN_SEEN', 'IN_UNSEEN', ...returned]);
    expect(await balancesOf(tenant, accountId)).toEqual([3_000, 3_000]);
    expect(await findings(tenant)).toEqual([]);
  });
});

test('afterwards the books are consistent', async () => {
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});

test('money that would overflow the account is returned immediately', async () => {
  const { tenant, accountId, bank } = await prepared('999');
  await pour(tenant, accountId, most - 3_000n);

  const { status, body } = await transfer(tenant, 'in', { from: bank, to: accountId });

  expect([status, body]).toMatchObject([201, { ...ending, refund }]);
  expect(await steps(tenant, body.id)).toEqual(returned);
  expect(await findings(tenant)).toEqual([]);
});
