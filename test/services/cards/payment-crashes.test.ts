// Processes that die between two commits of a card payment: a job completes the work, and a repeated report finds it done.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CardEventKind, CardMessageKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { dieAt } from '../../kit/death.ts';
import { startWorld } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { booksOf, byToken, merchant, newPayer, type Payer, transactionAt } from './payments-world.ts';

const world = await startWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const reports = world.internal(CardReportService);

type Event = readonly [kind: keyof typeof CardEventKind, amount?: number];

interface Life {
  readonly kind?: keyof typeof CardMessageKind;
  readonly descriptor?: string;
  /** Of the account. The payment is over 1,000. */
  readonly funds?: number;
  readonly events?: readonly Event[];
  readonly points: readonly string[];
  /** Statuses of the webhooks, and what moved on Available, on the Network and as a Loss. */
  readonly end: string;
}

const lives: readonly Life[] = [
  {
    events: [
      ['CLEARING', 1_200],
      ['RETURN', 300],
    ],
    points: [
      'card message decided',
      'card transaction created',
      'card event begun',
      'card event committed',
      'card hold booked',
      'card clear booked',
      'card return booked',
    ],
    end: 'AUTHORIZED SETTLED SETTLED: A-900 N900',
  },
  { events: [['REVERSAL']], points: ['card release booked'], end: 'AUTHORIZED SETTLED:' },
  { kind: 'FINANCIAL', points: ['card debit booked'], end: 'SETTLED: A-1000 N1000' },
  { kind: 'FINANCIAL_CREDIT', points: ['card credit booked'], end: 'SETTLED: A1000 N-1000' },
  {
    events: [['REVERSAL'], ['CLEARING', 700]],
    points: ['card late booked'],
    end: 'AUTHORIZED SETTLED SETTLED: A-700 N700',
  },
  {
    events: [['CLEARING', 1_000], ['RETURN', 1_000], ['RETURN_REVERSAL']],
    points: ['card return reversal booked'],
    end: 'AUTHORIZED SETTLED REFUNDED SETTLED: A-1000 N1000',
  },
  { funds: 0, points: ['card step voided'], end: 'EXCEPTION:' },
  { descriptor: 'GAS STATION 006', points: ['card pull fail booked'], end: 'AUTHORIZED EXCEPTION:' },
];

/** Also what failed before. */
async function settleAll(): Promise<void> {
  for (let at = 0; at < 2; at++) {
    await world.settle();
    world.wall.advance(60_000);
  }
  await world.settle();
}

/** Once, which the death may interrupt; and again after its work was completed. */
async function insist(report: () => Promise<unknown>): Promise<void> {
  await report().catch(() => undefined);
  await settleAll();
  await report();
  await settleAll();
}

function messageOf({ cardId }: Payer, token: string, { kind = 'AUTHORIZATION', descriptor }: Partial<Life> = {}) {
  const opening = { kind: CardMessageKind[kind], amount: 1_000n, currency: 'USD', merchant: merchant(descriptor) };
  return { eventId: `${token} opening`, issuerTransactionToken: token, cardId, ...opening };
}

async function report(token: string, [kind, amount = 0]: Event): Promise<void> {
  const eventId = randomUUID();
  const event = { eventId, issuerTransactionToken: token, kind: CardEventKind[kind], amount: BigInt(amount) };
  await insist(() => reports.reportCardEvent(event));
}

const initials: Readonly<Record<string, string>> = {
  'account:AVAILABLE USD': 'A',
  'CARD_NETWORK USD': 'N',
  'CARD_LOSS USD': 'L',
};

async function endOf(id: string, payer: Payer): Promise<string> {
  const own = receiver.events.filter(({ body }) => body.data.id === id).map(({ body }) => [body.id, body.data.status] as const);
  const books = Object.entries(await booksOf(world, id, payer)).map(([name, sum]) => ` ${initials[name] ?? name}${sum}`);
  return `${[...new Map(own).values()].join(' ')}:${books.toSorted().join('')}`;
}

test.each(lives.flatMap((life) => life.points.map((point) => ({ point, life }))))(
  'a payment whose process dies at "$point" continues, and moves money once',
  async ({ point, life }) => {
    const payer = await newPayer(world, { amount: life.funds ?? 5_000 });
    const token = randomUUID();
    const death = dieAt(point);

    await insist(() => reports.decideCardPayment(messageOf(payer, token, life)));
    for (const event of life.events ?? []) await report(token, event);

    expect(death.hasDied()).toBe(true);
    const { id } = await byToken(world, token);
    expect(await endOf(id, payer)).toBe(life.end);
    expect((await transactionAt(world, id)).pullSummary.pendingCount).toBe(0);
  },
);

test('a loss whose process dies at "card write off booked" is booked once', async () => {
  const payer = await newPayer(world, { amount: 1_000 });
  const [token, other] = [randomUUID(), randomUUID()];
  const { cardTransactionId: id } = await reports.decideCardPayment(messageOf(payer, token));
  await report(token, ['REVERSAL']);
  await reports.decideCardPayment(messageOf(payer, other, { kind: 'FINANCIAL' }));
  await world.rest('PATCH', `/cards/${payer.cardId}`, { body: { state: 'CLOSED' } });
  const death = dieAt('card write off booked');

  await report(token, ['CLEARING', 700]);

  expect(death.hasDied()).toBe(true);
  expect(await endOf(id, payer)).toBe('AUTHORIZED SETTLED EXCEPTION: L-700 N700');
});
