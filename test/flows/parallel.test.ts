// Concurrent calls at two processes on one database: each effect happens once.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { brokenInvariants, stepsOf } from '../kit/books.ts';
import { balancesOf, eventually, makePayee, makePayer, makeQuote, quoteBody } from '../kit/payments.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { RestAnswer, RestOptions } from '../kit/rest.ts';
import { startPair } from './pair.ts';

const { databaseUrl, doors, rest } = await startPair();
const receiver = await startReceiver();
await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });

test('of 200 concurrent executions of one quote exactly one succeeds, and the money moves once', async () => {
  const payer = await makePayer(rest, 100_000);
  const quote = await makeQuote(rest, { from: payer.accountId, to: await makePayee(rest, payer.customerId), amount: 20_000 });

  const answers = await atOnce(200, `/quotes/${quote.id}/execute`);

  expect(countBy(answers)).toEqual({ '200': 1, '409 CONFLICT QUOTE_ALREADY_EXECUTED': 199 });
  expect(answers.filter(({ status }) => status === 409).every(({ headers }) => headers['x-should-retry'] === 'false')).toBe(true);
  expect(await stepsOf(databaseUrl, quote.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(rest, payer)).toEqual({ available: 80_000, total: 80_000 });
});

test('quotes that together exceed the balance spend the balance, and no more', async () => {
  const payer = await makePayer(rest, 10_000);
  const payee = await makePayee(rest, payer.customerId);
  const path = { from: payer.accountId, to: payee, amount: 3_000 };
  const quotes = await Promise.all(Array.from({ length: 12 }, () => makeQuote(rest, path)));

  const answers = await Promise.all(
    quotes.map(({ id }, index) => doors[index % 2]?.('POST', `/quotes/${id}/execute`) as Promise<RestAnswer>),
  );

  expect(countBy(answers)).toEqual({ '200': 3, '400 INVALID_AMOUNT INSUFFICIENT_BALANCE': 9 });
  expect(await balancesOf(rest, payer)).toEqual({ available: 1_000, total: 1_000 });
});

test('of 50 concurrent executions under one Idempotency-Key one runs, and the others get its answer or a conflict', async () => {
  const payer = await makePayer(rest, 100_000);
  const quote = await makeQuote(rest, { from: payer.accountId, to: await makePayee(rest, payer.customerId), amount: 20_000 });
  const headers = { 'idempotency-key': randomUUID() };

  const answers = await atOnce(50, `/quotes/${quote.id}/execute`, { headers });
  const again = await rest('POST', `/quotes/${quote.id}/execute`, { headers });

  const fresh = answers.filter((answer) => answer.status === 200 && !('idempotent-replayed' in answer.headers));
  expect(fresh).toHaveLength(1);
  expect([...new Set(answers.map(kindOf))].toSorted()).toEqual(
    ['200', '409 CONFLICT IDEMPOTENCY_KEY_IN_FLIGHT'].slice(0, answers.every(({ status }) => status === 200) ? 1 : 2),
  );
  for (const { body } of answers.filter(({ status }) => status === 200)) expect(body).toEqual(fresh[0]?.body);
  expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', fresh[0]?.body]);
  expect(await stepsOf(databaseUrl, quote.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
});

test('50 concurrent creations under one Idempotency-Key with immediate execution make one quote, paid once', async () => {
  const payer = await makePayer(rest, 100_000);
  const payee = await makePayee(rest, payer.customerId);
  const body = { ...quoteBody({ from: payer.accountId, to: payee, amount: 20_000 }), immediatelyExecute: true };

  const answers = await atOnce(50, '/quotes', { body, headers: { 'idempotency-key': randomUUID() } });

  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map(({ body: { id } }) => id)).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 201).every(({ status }) => status === 409)).toBe(true);
  const { body: list } = await rest('GET', `/transactions?customerId=${payer.customerId}&type=OUTGOING`);
  expect([list.totalCount, list.data[0].status]).toEqual([1, 'COMPLETED']);
  expect(await balancesOf(rest, payer)).toEqual({ available: 80_000, total: 80_000 });
});

test('a job alternating between two processes is one job, and each of its events is delivered once, in order', async () => {
  const [one, other] = doors;
  const payer = await makePayer(one, 50_000);
  const payee = await makePayee(other, payer.customerId);
  const quotes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => makeQuote(index % 2 ? one : other, { from: payer.accountId, to: payee })),
  );
  await Promise.all(quotes.map(({ id }, index) => (index % 2 ? other : one)('POST', `/quotes/${id}/execute`)));

  const paid = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED'];
  const eventTypes = () => quotes.map(({ transactionId }) => typesAbout(transactionId));
  await eventually(eventTypes, (types) => types.every(({ length }) => length >= paid.length));
  await eventually(
    () => typesAbout(payer.accountId),
    ({ length }) => length >= 21, // a deposit; holds; dispatches
  );
  expect(eventTypes()).toEqual(quotes.map(() => paid));
  expect(sentTwice()).toEqual([]);
  expect(await balancesOf(other, payer)).toEqual({ available: 40_000, total: 40_000 });
});

test('afterwards the books are consistent', async () => {
  expect(await brokenInvariants(databaseUrl)).toEqual([]);
});

function typesAbout(id: string): string[] {
  return receiver.received.flatMap(({ body }) => (body.data.id === id ? [body.type] : []));
}

/** Types of webhooks that arrived more than once. */
function sentTwice(): string[] {
  const bodies = receiver.received.map(({ body }) => body);
  const firsts = new Map(bodies.toReversed().map((body) => [body.id, body]));
  return bodies.filter((body) => firsts.get(body.id) !== body).map(({ type }) => type);
}

/** The same call this many times, alternating between both processes. */
function atOnce(count: number, path: string, options: RestOptions = {}): Promise<RestAnswer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => doors[index % 2]?.('POST', path, options) as Promise<RestAnswer>),
  );
}

function kindOf({ status, body }: RestAnswer): string {
  return status < 300 ? `${status}` : `${status} ${body.code} ${body.details?.reason}`;
}

function countBy(answers: readonly RestAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of answers.map(kindOf)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
