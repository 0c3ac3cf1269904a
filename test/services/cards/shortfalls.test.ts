// What accounts do not cover, what operators do about it, and settlements with the network.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CardDirectoryService } from '../../../gen/payments/cards/v1/card_directory_pb.ts';
import { CardEventKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { select } from '../../kit/books.ts';
import { fund } from '../../kit/payments.ts';
import { startWorld } from '../../kit/platform.ts';
import { balancesOf, booksOf, type Payer, transactionAt } from './payments-world.ts';
import { newPayment } from './reports-world.ts';

const world = await startWorld();
const reports = world.internal(CardReportService);
const directory = world.internal(CardDirectoryService);
const { CLEARING } = CardEventKind;

const close = async ({ cardId }: Payer) => {
  await world.rest('PATCH', `/cards/${cardId}`, { body: { state: 'CLOSED' } });
  await world.settle();
};

const [available, network, receivable] = ['account:AVAILABLE USD', 'CARD_NETWORK USD', 'CARD_RECEIVABLE USD'] as const;

test('an operator retries a shortfall when the account has money again', async () => {
  const { payer, id, say } = await newPayment(world);
  await say(CLEARING, 5_500n);
  const { receivables } = await directory.listCardReceivables({ limit: 500 });
  expect(receivables.find(({ transaction }) => transaction?.id === id)).toMatchObject({ owedAmount: 4_500n, currency: 'USD' });

  await directory.retryCardPayment({ transactionId: id });
  expect((await transactionAt(world, id)).status).toBe('EXCEPTION');
  await fund(world.rest, payer.accountId, 1_000);
  await directory.retryCardPayment({ transactionId: id });
  await world.settle();

  expect(await transactionAt(world, id)).toMatchObject({
    status: 'SETTLED',
    pullSummary: { totalAmount: 5_500, pendingCount: 0 },
    settlementSummary: { totalAmount: 5_500 },
  });
  expect(await balancesOf(world, payer)).toEqual([500, 500]);
  await expect(directory.retryCardPayment({ transactionId: id })).rejects.toMatchObject({ code: ErrorCode.INVALID_INPUT });
});

test('an operator writes off the shortfall of a closed card only', async () => {
  const { payer, id, say } = await newPayment(world);
  await say(CLEARING, 5_500n);
  const attempt = directory.writeOffCardPayment({ transactionId: id });
  await expect(attempt).rejects.toMatchObject({ details: { reason: 'CARD_NOT_CLOSED' } });
  await close(payer);

  await directory.writeOffCardPayment({ transactionId: id });

  expect((await transactionAt(world, id)).status).toBe('EXCEPTION');
  expect(await booksOf(world, id, payer)).toEqual({ [available]: -1_000, [network]: 5_500, 'CARD_LOSS USD': -4_500 });
});

test('a debit that fails after its payment was written off returns what the account has paid, and no more', async () => {
  const { payer, id, say } = await newPayment(world, { descriptor: 'x006' });
  await say(CLEARING, 5_500n);
  await close(payer);
  await directory.writeOffCardPayment({ transactionId: id });

  world.wall.advance(2_000);
  await world.settle();

  expect(await balancesOf(world, payer)).toEqual([5_000, 5_000]);
  expect(await booksOf(world, id, payer)).toEqual({ [network]: 5_500, 'CARD_LOSS USD': -4_500, [receivable]: -1_000 });
});

test('a settlement with the network is booked once', async () => {
  const settlement = { eventId: randomUUID(), currency: 'USD', amount: 900n };
  const outside = () =>
    select(world.databaseUrl, "select available from accounts.balance where kind = 'WORLD' and subaccount = 'card'");

  await reports.reportNetworkSettlement(settlement);
  await reports.reportNetworkSettlement(settlement);

  expect(await outside()).toEqual([{ available: '900' }]);
});
