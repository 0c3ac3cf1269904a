// Each step of a card payment that changes a balance sends one event of its account.
import { expect, test } from 'vitest';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { authorized, newPayer } from './payments-world.ts';

const world = await sharedWorld();
const receiver = await startReceiver();

test('an authorization, a clearing above it, a return and its reversal send four events, and a decline none', async () => {
  const payer = await newPayer(world);
  await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const { id } = await authorized(world, payer.cardId, { amount: 1_250 });
  for (const [event, amount] of [
    ['clearing', 1_500],
    ['return', 1_500],
    ['return_reversal', undefined],
  ] as const) {
    const body = { cardTransactionId: id, ...(amount !== undefined && { amount }) };
    await world.rest('POST', `/sandbox/cards/${payer.cardId}/simulate/${event}`, { body });
  }
  await authorized(world, payer.cardId, { amount: 90_000 });
  await world.settle();

  const events = receiver.events.filter(({ body }) => body.data.id === payer.accountId).map(({ body }) => body);

  expect(events.map(({ type, data }) => [type, data.balance.amount, data.totalBalance.amount])).toEqual([
    ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 48_750, 50_000],
    ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 48_500, 48_500],
    ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 50_000, 50_000],
    ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 48_500, 48_500],
  ]);
});
