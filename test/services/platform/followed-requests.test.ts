// The request log as server-sent events.
import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';

const world = await startWorld({ requestLog: true });
const origin = await world.app.listen({ host: '127.0.0.1', port: 0 });

/** Follows the list until the test ends. */
async function follow(token: string, { query = '', last }: { readonly query?: string; readonly last?: string } = {}) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const answer = await fetch(`${origin}/2025-10-13/sandbox/requests${query}`, {
    headers: { authorization: token, accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) },
    signal: leaving.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
  })();
  const ended = reading.then(
    () => true,
    () => false, // the test has left
  );
  const entries = () => [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
  const operations = () => entries().map(({ operation }) => operation);
  return { answer, entries, operations, ended, isIdentified: () => /^id: Request:/m.test(text) };
}

test('further requests are sent as they are answered, those of the filter only', async () => {
  const tenant = await world.newPlatform();
  await tenant.rest('GET', '/config');
  await expect.poll(async () => (await tenant.rest('GET', '/sandbox/requests')).body.data.length).toBe(1);

  const all = await follow(tenant.token);
  const failed = await follow(tenant.token, { query: '?failed=true' });
  await tenant.rest('GET', '/tokens');
  await tenant.rest('GET', '/customers/Customer:x');

  await expect.poll(all.operations).toEqual(['listTokens', 'getCustomer']);
  await expect.poll(failed.operations).toEqual(['getCustomer']);
  expect(all.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(all.isIdentified()).toBe(true);
  const { body } = await tenant.rest('GET', '/sandbox/requests?limit=2');
  expect(all.entries()).toEqual(body.data.toReversed());
});

test('a client that was disconnected continues after the last event that it has seen', async () => {
  const tenant = await world.newPlatform();
  for (const path of ['/config', '/tokens', '/customers']) await tenant.rest('GET', path);
  const listed = async () => (await tenant.rest('GET', '/sandbox/requests')).body.data;
  await expect.poll(async () => (await listed()).length).toBe(3);
  const last = (await listed()).at(-1).id;

  const continued = await follow(tenant.token, { last });
  const confused = await follow(tenant.token, { last: 'nonsense' });
  await expect.poll(continued.operations).toEqual(['listTokens', 'listCustomers']);

  expect([confused.answer.status, confused.entries()]).toEqual([200, []]);
});

test('a stream ends when its token is deleted', async () => {
  const tenant = await world.newPlatform();
  const { body } = await tenant.rest('POST', '/tokens', { body: { name: 'second', permissions: ['VIEW'] } });
  const token = `Basic ${Buffer.from(`${body.clientId}:${body.clientSecret}`).toString('base64')}`;
  const { ended } = await follow(token);

  await tenant.rest('DELETE', `/tokens/${body.id}`);

  expect(await ended).toBe(true);
});

test('a platform follows at most 20 lists at once', async () => {
  const { token } = await world.newPlatform();
  const streams = await Promise.all(Array.from({ length: 21 }, () => follow(token)));

  const statuses = streams.map(({ answer }) => answer.status).toSorted();
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});
