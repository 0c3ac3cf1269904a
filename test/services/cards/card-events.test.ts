// Events of the card network that the issuer reports: repeated, too early, too late, and impossible ones.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CardEventKind, CardMessageKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { loggedErrors } from '../../kit/log.ts';
import { startWorld } from '../../kit/platform.ts';
import { authorized, balancesOf, booksOf, merchant, newPayer, type Payer, transactionAt } from './payments-world.ts';

const world = await startWorld();
const reports = world.internal(CardReportService);

type Event = readonly [kind: keyof typeof CardEventKind, amount?: number];

const eventOf = (issuerTransactionToken: string, [kind, amount = 0]: Event) => ({
  eventId: randomUUID(),
  issuerTransactionToken,
  kind: CardEventKind[kind],
  amount: BigInt(amount),
});

/** Waiting events are tried again. */
async function tryAgain(seconds = 11): Promise<void> {
  world.wall.advance(seconds * 1000);
  await world.settle();
}

const messageOf = ({ cardId }: Payer, issuerTransactionToken: string) => ({
  eventId: randomUUID(),
  issuerTransactionToken,
  cardId,
  kind: CardMessageKind.AUTHORIZATION,
  amount: 1_000n,
  currency: 'USD',
  merchant: merchant(),
});

test('each event is applied once, however often it is reported', async () => {
  const payer = await newPayer(world, { amount: 5_000 });
  const { id, issuerTransactionToken: token } = await authorized(world, payer.cardId, { amount: 1_000 });
  const statuses: string[] = [];

  for (const event of [['CLEARING', 600], ['ADVICE', 900], ['CLEARING', 300], ['RETURN', 900], ['RETURN_REVERSAL']] as const) {
    const report = eventOf(token, event);
    const answers = await Promise.all([1, 2, 3].map(() => reports.reportCardEvent(report)));
    answers.push(await reports.reportCardEvent(report));
    expect(answers.map(({ isWaiting }) => isWaiting)).toEqual([false, false, false, false]);
    statuses.push((await transactionAt(world, id)).status);
  }

  expect(statuses).toEqual(['PARTIALLY_SETTLED', 'PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED', 'SETTLED']);
  expect(await booksOf(world, id, payer)).toEqual({ 'account:AVAILABLE USD': -900, 'CARD_NETWORK USD': 900 });
});

test('events that arrive before their transaction, and in reverse order, are applied when it allows them', async () => {
  const payer = await newPayer(world, { amount: 5_000 });
  const token = randomUUID();
  const [clearing, returned] = [eventOf(token, ['CLEARING', 1_000]), eventOf(token, ['RETURN', 400])];

  const early = [await reports.reportCardEvent(returned), await reports.reportCardEvent(clearing)];
  early.push(await reports.reportCardEvent(clearing));
  const { cardTransactionId: id } = await reports.decideCardPayment(messageOf(payer, token));
  await tryAgain();
  await tryAgain();

  expect(early.map(({ isWaiting }) => isWaiting)).toEqual([true, true, true]);
  const { status, settledAmount, refundedAmount } = await transactionAt(world, id);
  expect([status, settledAmount.amount, refundedAmount.amount]).toEqual(['SETTLED', 1_000, 400]);
  expect(await balancesOf(world, payer)).toEqual([4_400, 4_400]);
  expect(await reports.reportCardEvent(clearing)).toMatchObject({ isWaiting: false });
});

test('an event of a transaction that stays unknown is given up after ten minutes, and logged', async () => {
  const payer = await newPayer(world, { amount: 5_000 });
  const errors = loggedErrors();
  const token = randomUUID();
  await reports.reportCardEvent(eventOf(token, ['CLEARING', 700]));

  await tryAgain(599);
  const before = [...errors];
  await tryAgain();
  const { cardTransactionId: id } = await reports.decideCardPayment(messageOf(payer, token));
  await tryAgain();

  expect(before).toEqual([]);
  const message = 'An event of the card network fits no transaction and was dropped.';
  expect(errors).toMatchObject([{ message, fields: { token, event: 'CLEARING' } }]);
  expect((await transactionAt(world, id)).status).toBe('AUTHORIZED');
});

test.each<[string, Event]>([
  ['a return of more than was collected', ['RETURN', 601]],
  ['a total below what was collected', ['ADVICE', 599]],
  ['a reversal of a return that did not happen', ['RETURN_REVERSAL']],
])('%s changes nothing', async (_, event) => {
  const payer = await newPayer(world, { amount: 5_000 });
  const { id, issuerTransactionToken: token } = await authorized(world, payer.cardId, { amount: 1_000 });
  await reports.reportCardEvent(eventOf(token, ['CLEARING', 600]));
  await world.settle();
  const before = await transactionAt(world, id);

  expect(await reports.reportCardEvent(eventOf(token, event))).toMatchObject({ isWaiting: true });

  expect(await transactionAt(world, id)).toEqual(before);
});

test('an id of another event, and malformed reports, are refused', async () => {
  const payer = await newPayer(world, { amount: 5_000 });
  const [first, second] = [await authorized(world, payer.cardId), await authorized(world, payer.cardId)];
  const report = eventOf(first.issuerTransactionToken, ['CLEARING', 100]);
  await reports.reportCardEvent(report);
  const { issuerTransactionToken } = second;

  for (const [wrong, message] of [
    [{ ...report, issuerTransactionToken }, 'another transaction'],
    [{ ...eventOf(issuerTransactionToken, ['RETURN', 0]) }, 'field'],
    [{ ...eventOf(issuerTransactionToken, ['REVERSAL', 5]) }, 'field'],
    [{ ...report, eventId: '' }, 'field'],
  ] as const)
    await expect(reports.reportCardEvent(wrong)).rejects.toThrow(message);
});
