// Which requests are traced, and what their spans do not contain.
import { expect, test } from 'vitest';
import { callersSpan, named, newTraceId, startTracedWorld } from './traced-world.ts';

const { world, otlp, payer, payee, trace, spansOf, execute, quoteFrom, deliveryOf } = await startTracedWorld();

test('a refused request is recorded with its code, and no other error message', async () => {
  const quote = await quoteFrom(payer);
  await execute(quote.id);

  const { answer, spans } = await execute(quote.id);
  const first = named(await spans(), 'POST /quotes/:quote_id/execute');

  expect(first.attributes).toMatchObject({ 'http.response.status_code': answer.status, 'error.type': answer.body.code });
  expect(first.isError).toBe(false);
});

test('a caller without valid credentials causes no spans', async () => {
  const traceId = newTraceId();

  const answer = await world.raw({
    method: 'GET',
    url: '/2025-10-13/config',
    headers: { authorization: 'Basic c3RyYW5nZXI6c2VjcmV0', traceparent: `00-${traceId}-${callersSpan}-01` },
  });

  expect(answer.status).toBe(401);
  expect(await spansOf(traceId)).toEqual([]);
});

test('spans contain no names, numbers, amounts or credentials', async () => {
  const quote = await quoteFrom(payer);
  const { spans } = await execute(quote.id);
  expect((await spans()).length).toBeGreaterThan(10);

  const text = otlp.text();
  const credentials = Buffer.from(world.token.slice('Basic '.length), 'base64').toString().split(':');
  for (const secret of ['Lovelace', 'Grace', '55779911', '200000', ...credentials, world.token, payee, quote.id]) {
    expect(text, secret).not.toContain(secret);
  }
});

test('the installation decides what is recorded, not the flag of the caller', async () => {
  const quotes = [await quoteFrom(payer), await quoteFrom(payer)] as const;
  const unsampled = await execute(quotes[0].id, '00');
  expect((await unsampled.spans()).length).toBeGreaterThan(0);
  await trace(0);

  const sampled = await execute(quotes[1].id, '01');

  expect(await sampled.spans()).toEqual([]);
  expect(deliveryOf(quotes[1].transactionId, 'OUTGOING_PAYMENT.COMPLETED')?.headers.traceparent).toBeUndefined();
});
