// Clearings of the largest amounts: none is declined, and what the account does not cover is owed.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CardEventKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { authorized, balancesOf, booksOf, newPayer, opened, transactionAt } from './payments-world.ts';

const world = await sharedWorld();
const reports = world.internal(CardReportService);

const largest = 9_000_000_000_000_000;
const half = largest / 2;
/** The largest amount that is shown. */
const shownMax = Number.MAX_SAFE_INTEGER;

const [available, network, receivable] = ['account:AVAILABLE USD', 'CARD_NETWORK USD', 'CARD_RECEIVABLE USD'] as const;

test('clearings whose sum is too large to be shown are owed, and shown as the largest amount', async () => {
  const payer = await newPayer(world, { amount: 0 });
  await opened(world, payer.cardId, 'financial_credit_authorization', { amount: largest });
  const { id, issuerTransactionToken } = await authorized(world, payer.cardId, { amount: largest });
  const simulate = (event: string, amount: number) =>
    world.rest('POST', `/sandbox/cards/${payer.cardId}/simulate/${event}`, { body: { cardTransactionId: id, amount } });

  const answers = [await simulate('clearing', half), await simulate('clearing', largest)];
  const clearing = { eventId: randomUUID(), issuerTransactionToken, kind: CardEventKind.CLEARING, amount: BigInt(largest) };
  const reported = await reports.reportCardEvent(clearing);
  answers.push(await simulate('return', largest));

  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(reported.isWaiting).toBe(false);
  expect(await transactionAt(world, id)).toMatchObject({
    status: 'EXCEPTION',
    settledAmount: { amount: shownMax },
    refundedAmount: { amount: largest },
    settlementSummary: { count: 3, totalAmount: shownMax },
    refundSummary: { count: 1, totalAmount: largest },
  });
  expect(await booksOf(world, id, payer)).toEqual({ [available]: -largest, [network]: largest + half, [receivable]: -half });
  expect(await balancesOf(world, payer)).toEqual([0, 0]);
});
