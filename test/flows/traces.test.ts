// What a receiver of OTLP sees of requests, and of the work that follows from them.
import { expect, test } from 'vitest';
import { makePayee, makePayer, makeSlowPayee } from '../kit/payments.ts';
import type { Received } from '../kit/receiver.ts';
import { callersSpan, named, startTracedWorld, traceOf } from './traced-world.ts';

const { world, otlp, receiver, payer, spansOf, execute, quoteFrom, deliveryOf } = await startTracedWorld();
const { rest } = world;

test('one trace leads from the execution of a quote to its webhook', async () => {
  const quote = await quoteFrom(payer);

  const { answer, traceId, spans } = await execute(quote.id);

  expect(answer.status).toBe(200);
  const all = await spans();
  const webhook = named(all, 'webhook OUTGOING_PAYMENT.COMPLETED');
  const method = 'payments.transfers.v1.QuoteService/ExecuteQuote';
  expect(otlp.pathTo(webhook).map(({ name, kind }) => [name, kind])).toEqual([
    ['POST /quotes/:quote_id/execute', 'SERVER'],
    [method, 'INTERNAL'],
    ['webhook OUTGOING_PAYMENT.COMPLETED', 'CLIENT'],
  ]);
  expect(otlp.pathTo(webhook)[0]?.parentId).toBe(callersSpan);
  const [, delivered, deliveredBy] = traceOf(deliveryOf(quote.transactionId, 'OUTGOING_PAYMENT.COMPLETED') as Received);
  expect([delivered, deliveredBy]).toEqual([traceId, webhook.spanId]);
  expect(otlp.pathTo(named(all, 'rail submit')).map(({ name }) => name)).toContain(method);
  expect(otlp.pathTo(named(all, 'payments.accounts.v1.LedgerService/Post')).map(({ name }) => name)).toContain(method);
  expect(otlp.pathTo(named(all, 'pipelined statements')).map(({ name }) => name)).toContain(
    'payments.accounts.v1.LedgerService/Post',
  );
  expect(named(all, 'webhook OUTGOING_PAYMENT.COMPLETED').attributes).toMatchObject({ 'http.response.status_code': 200 });
});

test('the span of a request names its route, its result and its caller, and nothing of its content', async () => {
  const quote = await quoteFrom(payer);

  const { spans } = await execute(quote.id);
  const first = named(await spans(), 'POST /quotes/:quote_id/execute');

  expect(first.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/quotes/:quote_id/execute',
    'http.response.status_code': 200,
    'rpc.method': 'payments.transfers.v1.QuoteService/ExecuteQuote',
    'payments.request_id': expect.any(String),
    'payments.platform_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('work that a job continues stays in the trace', async () => {
  const quote = await quoteFrom(payer, await makeSlowPayee(rest, payer.customerId));

  const { spans } = await execute(quote.id);
  await world.settle();
  world.wall.advance(3_600_000);

  const all = await spans();
  const path = otlp.pathTo(named(all, 'rail check')).map(({ name }) => name);
  expect(path[0]).toBe('POST /quotes/:quote_id/execute');
  expect(path).toContain('job follow-up');
});

test('payments that share batches stay in their own traces', async () => {
  const payers = await Promise.all(Array.from({ length: 4 }, () => makePayer(rest)));
  const payees = await Promise.all(payers.map(({ customerId }) => makePayee(rest, customerId)));
  const quotes = await Promise.all(payers.map((one, index) => quoteFrom(one, payees[index])));

  const all = await Promise.all(quotes.map(({ id }) => execute(id)));

  await world.settle();
  const types = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED'];
  for (const [index, { traceId }] of all.entries()) {
    const deliveries = types.map((type) => deliveryOf(quotes[index]?.transactionId ?? '', type) as Received);
    expect(deliveries.slice(1).map((delivery) => traceOf(delivery)[1])).toEqual([traceId, traceId]);
  }
  const balanceTraces = receiver.events
    .filter(
      ({ body }) =>
        body.type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED' && payers.some(({ accountId }) => accountId === body.data.id),
    )
    .map((event) => [event.body.data.id, traceOf(event)[1]]);
  const executedBy = new Map(payers.map(({ accountId }, index) => [accountId, all[index]?.traceId]));
  for (const { accountId } of payers) {
    const own = balanceTraces.filter(([id]) => id === accountId).map(([, traceId]) => traceId);
    expect(own).toContain(executedBy.get(accountId));
  }
  for (const { traceId } of all) {
    const own = await spansOf(traceId);
    expect(new Set(own.map(({ attributes }) => attributes['payments.request_id'])).size).toBe(2); // its own, or none
  }
});
