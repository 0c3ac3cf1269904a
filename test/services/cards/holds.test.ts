// What an approved authorization holds, until it ends: by time, with its card, or because the debit fails.
import { expect, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { authorized, balancesOf, newPayer, opened, transactionAt } from './payments-world.ts';

const world = await startWorld();
const receiver = await startReceiver();

const typesOf = (id: string) => receiver.events.filter(({ body }) => body.data.id === id).map(({ body }) => body.type);

test('a hold that nobody clears expires after seven days', async () => {
  const tenant = await world.newPlatform();
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const payer = await newPayer({ ...tenant, settle: world.settle });
  const { id } = await authorized(tenant, payer.cardId);
  const advance = (seconds: number) => tenant.rest('POST', '/sandbox/clock/advance', { body: { seconds } });

  await advance(7 * 86_400 - 10);
  expect(await transactionAt(tenant, id)).toMatchObject({ status: 'AUTHORIZED' });
  await advance(10);
  await world.settle();

  const expired = await transactionAt(tenant, id);
  expect(expired).toMatchObject({ status: 'SETTLED', pullSummary: { count: 1, totalAmount: 0, pendingCount: 0 } });
  expect(expired).not.toHaveProperty('settledAmount');
  expect(await balancesOf(tenant, payer)).toEqual([50_000, 50_000]);
  expect(typesOf(id)).toEqual(['CARD_TRANSACTION.AUTHORIZED', 'CARD_TRANSACTION.SETTLED']);
});

test('a hold also expires by the wall, without a clock of the platform', async () => {
  const payer = await newPayer(world);
  const { id } = await authorized(world, payer.cardId);
  await world.settle();

  world.wall.advance(7 * 86_400_000);
  await world.settle();

  expect(await transactionAt(world, id)).toMatchObject({ status: 'SETTLED', pullSummary: { totalAmount: 0 } });
  expect(await balancesOf(world, payer)).toEqual([50_000, 50_000]);
});

test('closing a card releases what it holds, freezing does not', async () => {
  const payer = await newPayer(world);
  const { id } = await authorized(world, payer.cardId);
  await world.rest('PATCH', `/cards/${payer.cardId}`, { body: { state: 'FROZEN' } });
  await world.settle();
  expect(await balancesOf(world, payer)).toEqual([48_750, 50_000]);

  await world.rest('PATCH', `/cards/${payer.cardId}`, { body: { state: 'CLOSED' } });
  await world.settle();

  expect(await transactionAt(world, id)).toMatchObject({ status: 'SETTLED', pullSummary: { totalAmount: 0 } });
  expect(await balancesOf(world, payer)).toEqual([50_000, 50_000]);
});

test('the suffixes 005 and 006 delay and fail the debit', async () => {
  const tenant = await world.newPlatform();
  const payer = await newPayer({ ...tenant, settle: world.settle });
  const slow = await opened(tenant, payer.cardId, 'authorization', { descriptor: 'x005' });
  const failing = await opened(tenant, payer.cardId, 'authorization', { descriptor: 'x006' });
  const advance = async (seconds: number) => {
    await tenant.rest('POST', '/sandbox/clock/advance', { body: { seconds } });
    return [await transactionAt(tenant, slow.id), await transactionAt(tenant, failing.id)];
  };

  expect(await advance(2)).toMatchObject([
    { status: 'AUTHORIZED', pullSummary: { count: 1, totalAmount: 1_250, pendingCount: 1 } },
    { status: 'EXCEPTION', pullSummary: { count: 1, totalAmount: 0, pendingCount: 0 } },
  ]);
  expect(await advance(28)).toMatchObject([{ status: 'AUTHORIZED', pullSummary: { pendingCount: 0 } }, { status: 'EXCEPTION' }]);
  expect(await balancesOf(tenant, payer)).toEqual([48_750, 50_000]);
  expect(await transactionAt(tenant, failing.id)).not.toHaveProperty('declineReason');
});

test('after its expiry month a card declines', async () => {
  const tenant = await world.newPlatform();
  const payer = await newPayer({ ...tenant, settle: world.settle });
  for (let days = 0; days < 1_127; days += 365) {
    await tenant.rest('POST', '/sandbox/clock/advance', { body: { seconds: Math.min(365, 1_127 - days) * 86_400 } });
  }

  expect(await authorized(tenant, payer.cardId)).toMatchObject({ declineReason: 'CARD_NOT_ACTIVE' });
});
