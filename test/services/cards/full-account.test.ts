// Accounts that cannot take more money: credits and returns of card transactions wait until they can.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CardEventKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { stepsOf } from '../../kit/books.ts';
import { dieAt } from '../../kit/death.ts';
import { startWorld } from '../../kit/platform.ts';
import { createCard } from './cards-world.ts';
import { authorized, balancesOf, booksOf, newPayer, opened, type Payer, transactionAt } from './payments-world.ts';

const world = await startWorld();
const reports = world.internal(CardReportService);

/** The largest balance that can be shown. */
const most = Number.MAX_SAFE_INTEGER;
const largest = 9_000_000_000_000_000;
const paid = 10_000_000_000_000;

const simulate = ({ cardId }: Payer, event: string, cardTransactionId: string, amount: number) =>
  world.rest('POST', `/sandbox/cards/${cardId}/simulate/${event}`, { body: { cardTransactionId, amount } });

const credit = ({ cardId }: Payer, amount: number) => opened(world, cardId, 'financial_credit_authorization', { amount });

/** Of an account that is full again after a payment of `paid`. */
async function fullAfterPayment(): Promise<{ payer: Payer; id: string; issuerTransactionToken: string }> {
  const payer = await newPayer(world, { amount: 0 });
  await credit(payer, largest);
  const { id, issuerTransactionToken } = await authorized(world, payer.cardId, { amount: paid });
  await simulate(payer, 'clearing', id, paid);
  await credit(payer, most - largest + paid);
  expect(await balancesOf(world, payer)).toEqual([most, most]);
  return { payer, id, issuerTransactionToken };
}

/** Takes money from the account, and what waits for it is tried again. */
async function makeRoom({ cardId }: Payer): Promise<void> {
  await opened(world, cardId, 'financial_authorization', { amount: paid });
  await tryAgain();
}

async function tryAgain(minutes = 11): Promise<void> {
  for (const seconds of [11, minutes * 60]) {
    world.wall.advance(seconds * 1_000);
    await world.settle();
  }
}

const returned = { status: 'REFUNDED', refundedAmount: { amount: paid }, refundSummary: { count: 1, totalAmount: paid } };

test('a simulated return waits for room on the account, and the transaction takes no other event before it', async () => {
  const { payer, id } = await fullAfterPayment();

  const answers = [await simulate(payer, 'return', id, paid), await simulate(payer, 'return', id, 1)];
  await tryAgain();

  expect(answers.map(({ status, body }) => [status, body.details?.reason])).toEqual([
    [202, undefined],
    [400, 'CARD_TRANSACTION_STATE'],
  ]);
  const { status, refundedAmount } = await transactionAt(world, id);
  expect([status, refundedAmount]).toEqual(['SETTLED', undefined]);
  expect(await balancesOf(world, payer)).toEqual([most, most]);
  await makeRoom(payer);
  expect(await transactionAt(world, id)).toMatchObject(returned);
  expect(await balancesOf(world, payer)).toEqual([most, most]);
});

test('reported events wait for the return before them, as long as it lasts, and each is applied once', async () => {
  const { payer, id, issuerTransactionToken } = await fullAfterPayment();
  const event = (kind: CardEventKind, amount = 0n) => ({ eventId: randomUUID(), issuerTransactionToken, kind, amount });
  const refund = event(CardEventKind.RETURN, BigInt(paid));
  const reversal = event(CardEventKind.RETURN_REVERSAL);

  const answers = [];
  for (const each of [refund, refund, reversal, reversal]) answers.push(await reports.reportCardEvent(each));
  for (const minutes of [11, 11]) await tryAgain(minutes);

  expect(answers.map(({ isWaiting }) => isWaiting)).toEqual([false, false, true, true]);
  expect(await transactionAt(world, id)).toMatchObject({ status: 'SETTLED', refundSummary: { count: 0 } });
  await makeRoom(payer);
  expect(await transactionAt(world, id)).toMatchObject({ status: 'SETTLED', refundSummary: { count: 0 } });
  expect(await booksOf(world, id, payer)).toEqual({ 'account:AVAILABLE USD': -paid, 'CARD_NETWORK USD': paid });
  expect((await reports.reportCardEvent(reversal)).isWaiting).toBe(false);
});

test('reported events that depend on each other are all applied after the return before them, whichever is tried first', async () => {
  const { payer, id, issuerTransactionToken } = await fullAfterPayment();
  const report = (kind: CardEventKind, amount = 0n) =>
    reports.reportCardEvent({ eventId: randomUUID(), issuerTransactionToken, kind, amount });
  const pass = async (...seconds: number[]) => {
    for (const each of seconds) {
      world.wall.advance(each * 1_000);
      await world.settle();
    }
  };
  await report(CardEventKind.RETURN, BigInt(paid));
  await report(CardEventKind.RETURN_REVERSAL);
  await pass(11, 300);
  await report(CardEventKind.RETURN, BigInt(paid));
  await pass(11, 300, 300, 300); // the reversal was tried last

  await opened(world, payer.cardId, 'financial_authorization', { amount: paid });
  await pass(300); // the second return is tried first
  expect((await transactionAt(world, id)).status).toBe('REFUNDED');
  await pass(300, 11);

  expect(await transactionAt(world, id)).toMatchObject(returned);
  expect((await stepsOf(world.databaseUrl, id)).slice(-3).map((step) => step.replace(/_[0-9]+$/, ''))).toEqual([
    'CARD_RETURN',
    'CARD_RETURN_REVERSAL',
    'CARD_RETURN',
  ]);
  expect(await booksOf(world, id, payer)).toEqual({});
});

test.each(['card event begun', 'card return booked'])(
  'a return that waits is booked once if processes die at "%s"',
  async (point) => {
    const { payer, id, issuerTransactionToken } = await fullAfterPayment();
    const report = { eventId: randomUUID(), issuerTransactionToken, kind: CardEventKind.RETURN, amount: BigInt(paid) };
    const death = dieAt(point);

    await reports.reportCardEvent(report).catch(() => undefined);
    await tryAgain();
    await makeRoom(payer);
    await tryAgain();

    expect(death.hasDied()).toBe(true);
    expect((await reports.reportCardEvent(report)).isWaiting).toBe(false);
    expect(await transactionAt(world, id)).toMatchObject(returned);
    expect(await booksOf(world, id, payer)).toEqual({});
  },
);

test('a clearing of a credit waits for room on the account, and a single credit is declined', async () => {
  const payer = await newPayer(world, { amount: 0 });
  await credit(payer, largest);
  const { id } = await opened(world, payer.cardId, 'credit_authorization', { amount: paid });

  const answer = await simulate(payer, 'clearing', id, paid);
  const declined = await credit(payer, paid);

  expect(answer.status).toBe(202);
  expect(declined).toMatchObject({ status: 'EXCEPTION', declineReason: 'NO_ELIGIBLE_FUNDING_SOURCE' });
  expect((await transactionAt(world, id)).status).toBe('AUTHORIZED');
  await makeRoom(payer);
  expect(await transactionAt(world, id)).toMatchObject({ status: 'SETTLED', settledAmount: { amount: paid } });
  expect(await balancesOf(world, payer)).toEqual([largest, largest]);
});

test('a card that closes ends its transactions, one of them after the return for which the account had no room', async () => {
  const payer = await newPayer(world, { amount: 0 });
  await credit(payer, largest);
  const before = await authorized(world, payer.cardId, { amount: 1 });
  const { id } = await authorized(world, payer.cardId, { amount: 2 * paid });
  const after = await authorized(world, payer.cardId, { amount: 1 });
  await simulate(payer, 'clearing', id, paid);
  await credit(payer, most - largest + paid);
  expect((await simulate(payer, 'return', id, paid)).status).toBe(202);

  const other = await createCard(world, payer);
  await world.rest('PATCH', `/cards/${payer.cardId}`, { body: { state: 'CLOSED' } });
  await world.settle();
  const shown = await Promise.all([before, { id }, after].map((one) => transactionAt(world, one.id)));
  expect(shown.map(({ status }) => status)).toEqual(['SETTLED', 'PARTIALLY_SETTLED', 'SETTLED']);
  await makeRoom({ ...payer, cardId: other.body.id });
  await tryAgain();

  expect(await transactionAt(world, id)).toMatchObject({ status: 'SETTLED', refundedAmount: { amount: paid } });
  expect(await booksOf(world, id, payer)).toEqual({});
});
