// Simulated events of one card transaction at the same time.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { authorized, balancesOf, newPayer, transactionAt } from './payments-world.ts';

const world = await sharedWorld();

const simulate = (cardId: string, event: string, cardTransactionId: string, amount: number) =>
  world.rest('POST', `/sandbox/cards/${cardId}/simulate/${event}`, { body: { cardTransactionId, amount } });

const verdict = ({ status, body }: Awaited<ReturnType<typeof simulate>>) => body.details?.reason ?? body.code ?? status;

test('of concurrent clearings only those take place that find the transaction open', async () => {
  const payer = await newPayer(world, { amount: 1_000 });
  const { id } = await authorized(world, payer.cardId, { amount: 300 });

  const answers = await Promise.all(Array.from({ length: 5 }, () => simulate(payer.cardId, 'clearing', id, 100)));
  await world.settle();

  expect(answers.map(verdict).toSorted()).toEqual([202, 202, 202, 'CARD_TRANSACTION_STATE', 'CARD_TRANSACTION_STATE']);
  expect(await transactionAt(world, id)).toMatchObject({ status: 'SETTLED', settlementSummary: { count: 3, totalAmount: 300 } });
  expect(await balancesOf(world, payer)).toEqual([700, 700]);
});

test('of concurrent returns only what was collected is returned', async () => {
  const payer = await newPayer(world, { amount: 1_000 });
  const { id } = await authorized(world, payer.cardId, { amount: 100 });
  await simulate(payer.cardId, 'clearing', id, 100);

  const answers = await Promise.all(Array.from({ length: 3 }, () => simulate(payer.cardId, 'return', id, 60)));
  await world.settle();

  expect(answers.map(verdict).toSorted()).toEqual([202, 'AMOUNT_OUT_OF_RANGE', 'AMOUNT_OUT_OF_RANGE']);
  expect(await balancesOf(world, payer)).toEqual([960, 960]);
});
