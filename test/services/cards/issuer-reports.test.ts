// What the card issuer reports, over RPC: messages of the card network, repeated and at the same time.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CardMessageKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { cardMaker } from './cards-world.ts';
import { balancesOf, merchant, newPayer, transactionAt } from './payments-world.ts';

const world = await sharedWorld();
const reports = world.internal(CardReportService);
const payer = await newPayer(world, { amount: 100_000 });

const message = (more: object = {}) => ({
  eventId: randomUUID(),
  issuerTransactionToken: randomUUID(),
  cardId: payer.cardId,
  kind: CardMessageKind.AUTHORIZATION,
  amount: 1_000n,
  currency: 'USD',
  merchant: merchant(),
  ...more,
});

test.each([
  ['AUTHORIZATION', 'AUTHORIZED', [-1_000, 0]],
  ['FINANCIAL', 'SETTLED', [-1_000, -1_000]],
  ['CREDIT', 'AUTHORIZED', [0, 0]],
  ['FINANCIAL_CREDIT', 'SETTLED', [1_000, 1_000]],
  ['BALANCE_INQUIRY', 'SETTLED', [0, 0]],
] as const)('a message %s is approved', async (kind, status, moved) => {
  const before = await balancesOf(world, payer);
  const amount = kind === 'BALANCE_INQUIRY' ? 0n : 1_000n;
  const sent = message({ kind: CardMessageKind[kind], amount });

  const { cardTransactionId, ...decision } = await reports.decideCardPayment(sent);

  expect(decision).toMatchObject({ isApproved: true });
  expect(decision.declineReason).toBeUndefined();
  const { issuerTransactionToken } = sent;
  expect(await transactionAt(world, cardTransactionId)).toMatchObject({ status, issuerTransactionToken });
  const after = await balancesOf(world, payer);
  expect(after.map((amount, at) => amount - before[at])).toEqual(moved);
});

test('a message is declined with a reason, also when it is repeated after the reason has gone', async () => {
  const poor = await newPayer(world, { amount: 0 });
  const sent = message({ cardId: poor.cardId });

  const declined = await reports.decideCardPayment(sent);
  await world.rest('POST', `/sandbox/internal-accounts/${poor.accountId}/fund`, { body: { amount: 5_000 } });
  const repeated = await reports.decideCardPayment(sent);

  expect(declined).toMatchObject({ isApproved: false, declineReason: 'INSUFFICIENT_FUNDS' });
  expect(repeated).toEqual(declined);
});

test('a message that is sent five times at once, and again later, holds its amount once', async () => {
  const before = await balancesOf(world, payer);
  const sent = message();

  const decisions = await Promise.all(Array.from({ length: 5 }, () => reports.decideCardPayment(sent)));
  decisions.push(await reports.decideCardPayment(sent));

  expect(new Set(decisions.map(({ cardTransactionId }) => cardTransactionId)).size).toBe(1);
  const [available] = await balancesOf(world, payer);
  expect(before[0] - available).toBe(1_000);
});

test('five messages of one transaction that arrive at once hold its amount once', async () => {
  const before = await balancesOf(world, payer);
  const sent = message();
  const messages = Array.from({ length: 5 }, () => ({ ...sent, eventId: randomUUID() }));

  const decisions = await Promise.all(messages.map((one) => reports.decideCardPayment(one)));

  expect(new Set(decisions.map(({ cardTransactionId }) => cardTransactionId)).size).toBe(1);
  const [available] = await balancesOf(world, payer);
  expect(before[0] - available).toBe(1_000);
});

test('an id of another message or transaction is refused', async () => {
  const other = await newPayer(world);
  const sent = message();
  await reports.decideCardPayment(sent);

  const { eventId, issuerTransactionToken } = sent;
  await expect(reports.decideCardPayment(message({ eventId }))).rejects.toThrow('was reported for another transaction');
  const onOther = message({ issuerTransactionToken, cardId: other.cardId });
  await expect(reports.decideCardPayment(onOther)).rejects.toThrow('Another transaction has this');
});

test.each([
  ['in another currency', { currency: 'EUR' }, 'currency'],
  ['without an amount', { amount: 0n }, 'amount'],
  ['that inquires with an amount', { kind: CardMessageKind.BALANCE_INQUIRY }, 'amount'],
  ['without a merchant', { merchant: undefined }, 'merchant'],
  ['without an id', { eventId: '' }, 'eventId'],
])('a message %s is refused', async (_, more, field) => {
  const refusal = await reports.decideCardPayment(message(more)).catch((error: Error) => error);

  expect(JSON.stringify(refusal)).toContain(`"field":"${field}"`);
});

test('an unknown card is not found, and a frozen one declines', async () => {
  const frozen = await cardMaker(world, payer)('FROZEN');

  await expect(reports.decideCardPayment(message({ cardId: `Card:${randomUUID()}` }))).rejects.toThrow('There is no card');
  expect(await reports.decideCardPayment(message({ cardId: frozen }))).toMatchObject({ declineReason: 'CARD_PAUSED' });
});
