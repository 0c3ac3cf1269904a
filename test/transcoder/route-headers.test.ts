// Headers of requests to registered routes, and of their answers.
import { expect, test } from 'vitest';
import { openBench, prefix, specimenId } from './specimens.ts';

const path = `/specimens/${specimenId}`;
const least = { name: 'Fern', weight: 1, colour: 'RED', specimenType: 'PLANT' };
const headers = { authorization: 'all' };

const keys = [
  { key: undefined, onOptional: 201, onRequired: 400 },
  { key: '', onOptional: 400, onRequired: 400 },
  { key: 'k', onOptional: 201, onRequired: 202 },
  { key: 'k'.repeat(255), onOptional: 201, onRequired: 202 },
  { key: 'k'.repeat(256), onOptional: 400, onRequired: 400 },
  { key: 'ü', onOptional: 400, onRequired: 400 },
];

test.each(keys)(
  'the idempotency key $key answers $onOptional where optional, $onRequired where required',
  async ({ key, onOptional, onRequired }) => {
    const { app, arrived } = await openBench();
    const sent = { ...headers, ...(key !== undefined && { 'idempotency-key': key }) };

    const optional = await app.inject({ method: 'POST', url: `${prefix}/specimens`, headers: sent, payload: least });
    const required = await app.inject({ method: 'POST', url: `${prefix}/specimens/press`, headers: sent });

    expect([optional.statusCode, required.statusCode]).toEqual([onOptional, onRequired]);
    for (const { call } of arrived) expect(call.idempotencyKey).toBe(key);
  },
);

test('a replayed answer is marked', async () => {
  const { app } = await openBench({ reply: () => ({ replayed: true }) });

  const answer = await app.inject({ url: prefix + path, headers });

  expect(answer.headers['idempotent-replayed']).toBe('true');
});

const requestIds = [
  ['abc.DEF_1:2-3', true],
  ['a'.repeat(128), true],
  ['a'.repeat(129), false],
  ['a b', false],
  ['', false],
] as const;

test.each(requestIds)('X-Request-Id %j is kept: %s', async (id, isKept) => {
  const expected = isKept ? [id] : [];
  const { app, arrived } = await openBench();

  const answers = [path, '/nowhere'].map((url) =>
    app.inject({ url: prefix + url, headers: { ...headers, 'x-request-id': id, 'request-id': 'other' } }),
  );

  for (const answer of await Promise.all(answers)) {
    const given = answer.headers['x-request-id'];
    expect([given].filter((text) => text === id)).toEqual(expected);
    expect(given).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
  }
  expect(arrived[0]?.call.requestId).toBe((await answers[0])?.headers['x-request-id']);
});

test('trace context is passed on unchanged', async () => {
  const { app, arrived } = await openBench();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  await app.inject({ url: prefix + path, headers: { ...headers, traceparent } });

  expect(arrived[0]?.call.traceparent).toBe(traceparent);
});
