// The life of card transactions: what each event of the network does to status, amounts, balances, ledger and webhooks.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CardDirectoryService } from '../../../gen/payments/cards/v1/card_directory_pb.ts';
import { CardEventKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { fund } from '../../kit/payments.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { endOf, lifeCycles, type Step } from './life-cycle-rows.ts';
import { authorized, balancesOf, booksOf, byToken, newPayer, type Payer, send, transactionAt } from './payments-world.ts';

const world = await sharedWorld();
const receiver = await startReceiver();
const reports = world.internal(CardReportService);
const directory = world.internal(CardDirectoryService);
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });

interface Taken {
  readonly payer: Payer;
  /** The id of the transaction. */
  readonly id: string;
  readonly amount: number;
}

const reported =
  (kind: CardEventKind) =>
  async ({ id, amount }: Taken) => {
    const { issuerTransactionToken } = await transactionAt(world, id);
    await reports.reportCardEvent({ eventId: randomUUID(), issuerTransactionToken, kind, amount: BigInt(amount) });
  };

const change = ({ cardId }: Payer, body: object) => world.rest('PATCH', `/cards/${cardId}`, { body });

/** Steps that the sandbox does not simulate. */
const others: Readonly<Record<string, (taken: Taken) => unknown>> = {
  spend: ({ payer, amount }) => authorized(world, payer.cardId, { amount }),
  wait: ({ amount }) => world.wall.advance(amount * 1000),
  fund: ({ payer, amount }) => fund(world.rest, payer.accountId, amount),
  debit: ({ payer, amount }) => world.rest('POST', `/sandbox/internal-accounts/${payer.accountId}/debit`, { body: { amount } }),
  freeze: ({ payer }) => change(payer, { state: 'FROZEN' }),
  close: ({ payer }) => change(payer, { state: 'CLOSED' }),
  limit: ({ payer, amount }) => change(payer, { maxSpendPerTransaction: amount }),
  retry: ({ id }) => directory.retryCardPayment({ transactionId: id }),
  write_off: ({ id }) => directory.writeOffCardPayment({ transactionId: id }),
  'network clearing': reported(CardEventKind.CLEARING),
  'network reversal': reported(CardEventKind.REVERSAL),
};

async function take(payer: Payer, id: string, [event, amount]: Step): Promise<void> {
  const other = others[event];
  if (other) return void (await other({ payer, id, amount: amount ?? 0 }));
  const body = { cardTransactionId: id, ...(amount !== undefined && { amount }) };
  const answer = await world.rest('POST', `/sandbox/cards/${payer.cardId}/simulate/${event}`, { body });
  const { issuerTransactionToken } = await transactionAt(world, id);
  expect([answer.status, answer.body]).toEqual([202, { issuerTransactionToken }]);
}

/** As a row describes it. */
async function endOfPayment(payer: Payer, id: string): Promise<string> {
  const { status, settledAmount, refundedAmount, ...shown } = await transactionAt(world, id);
  const { pullSummary, settlementSummary, refundSummary } = shown;
  const summaries = [pullSummary, settlementSummary, refundSummary].map(({ count, totalAmount }) => `${count}/${totalAmount}`);
  expect(pullSummary.pendingCount).toBe(0);
  const books = Object.entries(await booksOf(world, id, payer)).map(([name, sum]) => `${initials[name]}${sum}`);
  return endOf([
    webhooksOf(id),
    status,
    `${settledAmount?.amount ?? '-'} ${refundedAmount?.amount ?? '-'}`,
    summaries.join(' '),
    (await balancesOf(world, payer)).join(' '),
    books.toSorted().join(' '),
  ]);
}

const initials: Readonly<Record<string, string>> = {
  'account:AVAILABLE USD': 'A',
  'account:HELD USD': 'H',
  'CARD_NETWORK USD': 'N',
  'CARD_RECEIVABLE USD': 'R',
  'CARD_LOSS USD': 'L',
};

const webhooksOf = (id: string) =>
  receiver.events
    .filter(({ body }) => body.data.id === id)
    .map(({ body }) => body.type.slice('CARD_TRANSACTION.'.length)[0])
    .join(' ');

test.each(lifeCycles)('$name', async ({ opening, suffix, steps, end }) => {
  const payer = await newPayer(world, { amount: 5_000 });
  const { body } = await send(world, payer.cardId, opening, { amount: 1_000, descriptor: `SHOP${suffix}` });
  /** Some messages arrive later. */
  const idNow = async () => (await byToken(world, body.issuerTransactionToken))?.id ?? '';
  await world.settle();

  for (const step of steps) {
    await take(payer, await idNow(), step);
    await world.settle();
  }

  expect(await endOfPayment(payer, await idNow())).toBe(end);
});

/** The suffixes that select how a later debit of the account ends. */
test.each([
  ['102', 'EXCEPTION', 1_000, { 'account:AVAILABLE USD': -1_000, 'CARD_NETWORK USD': 1_200, 'CARD_RECEIVABLE USD': -200 }],
  ['103', 'EXCEPTION', 1_000, { 'account:AVAILABLE USD': -1_000, 'CARD_NETWORK USD': 1_200, 'CARD_RECEIVABLE USD': -200 }],
  ['105', 'SETTLED', 1_200, { 'account:AVAILABLE USD': -1_200, 'CARD_NETWORK USD': 1_200 }],
  ['106', 'EXCEPTION', 1_000, { 'account:AVAILABLE USD': -1_000, 'CARD_NETWORK USD': 1_200, 'CARD_RECEIVABLE USD': -200 }],
] as const)('an over-clearing after a message with the suffix %s is %s', async (suffix, status, pulled, books) => {
  const tenant = await world.newPlatform();
  const payer = await newPayer({ ...tenant, settle: world.settle }, { amount: 5_000 });
  const { id } = await authorized(tenant, payer.cardId, { amount: 1_000, descriptor: `SHOP${suffix}` });
  await world.settle();
  expect(id.slice(-3)).toBe(`0${suffix.slice(1)}`);

  const body = { cardTransactionId: id, amount: 1_200 };
  await tenant.rest('POST', `/sandbox/cards/${payer.cardId}/simulate/clearing`, { body });
  await world.settle();
  const isSlow = suffix === '105' || suffix === '106';
  expect((await transactionAt(tenant, id)).pullSummary.pendingCount).toBe(isSlow ? 1 : 0);
  await tenant.advance(30);

  const shown = await transactionAt(tenant, id);
  expect([shown.status, shown.settledAmount.amount]).toEqual([status, 1_200]);
  expect(shown.pullSummary).toEqual({ count: 2, totalAmount: pulled, pendingCount: 0 });
  expect(await booksOf(tenant, id, payer)).toEqual(books);
});
