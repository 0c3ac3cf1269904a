// How events reach a platform: signed, in order, again when they must, and never at another platform's cost.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isVerified, readPublicKeys } from '../../../services/webhooks/domain/signature.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { eventOf, startWorld } from './webhook-world.ts';

const directory = { isDown: false };
const world = await startWorld({ directory });
const second = 1_000;

const newResource = () => `Transaction:${randomUUID()}`;
const sequencesOf = (receiver: Receiver) => receiver.events.map(({ body }) => body.data.sequence);

async function newPlatform() {
  const receiver = await startReceiver();
  return { receiver, platform: await world.newPlatform(receiver.url) };
}

test('an event arrives as the bytes that were stored, signed, with the headers that are promised', async () => {
  const { receiver, platform } = await newPlatform();
  const event = eventOf(platform.id, newResource(), 1);

  await world.events.acceptEvents({ events: [event] });
  await world.settle();

  const [received] = receiver.events;
  const { pem } = await world.events.getPublicKeys({ environment: 'sandbox' });
  expect(received?.bytes).toEqual(event.body);
  expect(isVerified(event.body, String(received?.headers['x-service-signature']), readPublicKeys(pem))).toBe(true);
  expect(received?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'service-webhooks/1' });
  expect(Object.keys(received?.headers ?? {}).toSorted()).toEqual([
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
    'x-service-signature',
  ]);
});

test('an event that is handed over twice is sent once, by id and by place in its resource', async () => {
  const { receiver, platform } = await newPlatform();
  const event = eventOf(platform.id, newResource(), 1);

  await world.events.acceptEvents({ events: [event, event] });
  await world.settle();
  await world.events.acceptEvents({ events: [event, { ...event, id: randomUUID() }] });
  await world.settle();

  expect(receiver.events.map(({ body }) => body.id)).toEqual([`Webhook:${event.id}`]);
});

test('first attempts of a resource leave in order, the next after the previous has ended, retries later', async () => {
  const { receiver, platform } = await newPlatform();
  const resource = newResource();
  let isFirst = true;
  receiver.answer(() => {
    const status = isFirst ? 500 : 200;
    isFirst = false;
    return { status };
  });

  await world.events.acceptEvents({ events: [3, 1, 2].map((sequence) => eventOf(platform.id, resource, sequence)) });
  await world.events.acceptEvents({ events: [eventOf(platform.id, resource, 4)] });
  await world.settle();
  const before = sequencesOf(receiver);
  world.wall.advance(6 * second);
  await world.settle();

  expect(before).toEqual([1, 2, 3, 4]);
  expect(sequencesOf(receiver)).toEqual([1, 2, 3, 4, 1]);
  expect(receiver.openMax()).toBe(1);
});

test('resources do not wait for each other, and a platform has ten requests in flight', async () => {
  const { receiver, platform } = await newPlatform();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  receiver.answer(() => ({ after: gate }));

  await world.events.acceptEvents({ events: Array.from({ length: 25 }, () => eventOf(platform.id, newResource(), 1)) });
  await expect.poll(() => receiver.events.length).toBe(10);
  const settled = world.settle();
  open();
  await settled;

  expect(receiver.events.length).toBe(25);
  expect(receiver.openMax()).toBe(10);
});

test.each([200, 204, 299, 409])('the answer %i ends the delivery', async (status) => {
  const { receiver, platform } = await newPlatform();
  receiver.answer(() => ({ status }));

  await world.events.acceptEvents({ events: [eventOf(platform.id, newResource(), 1)] });
  await world.settle();
  world.wall.advance(3600 * second);
  await world.settle();

  expect(receiver.events.length).toBe(1);
});

test.each([301, 302, 400, 401, 404, 500, 503])(
  'the answer %i is a failure: the same bytes come again, and no redirect is followed',
  async (status) => {
    const { receiver, platform } = await newPlatform();
    const elsewhere = await startReceiver();
    receiver.answer(() => ({ status, headers: { location: elsewhere.url } }));

    await world.events.acceptEvents({ events: [eventOf(platform.id, newResource(), 1)] });
    await world.settle();
    world.wall.advance(4 * second);
    await world.settle();
    const early = receiver.events.length;
    world.wall.advance(2 * second);
    await world.settle();

    expect(early).toBe(1);
    expect(receiver.events.length).toBe(2);
    expect(receiver.events[1]?.bytes).toEqual(receiver.events[0]?.bytes);
    expect(elsewhere.events).toEqual([]);
  },
);

test.each([
  [429, '60', 60],
  [503, '60', 60],
  [503, '100000', 1800],
  [500, '60', 5],
  [429, '1', 5],
  [429, 'soon', 5],
])('after %i with Retry-After %s the next attempt comes after %i s', async (status, retryAfter, seconds) => {
  const { receiver, platform } = await newPlatform();
  receiver.answer(() => ({ status, headers: { 'retry-after': retryAfter } }));

  await world.events.acceptEvents({ events: [eventOf(platform.id, newResource(), 1)] });
  await world.settle();
  world.wall.advance(0.89 * seconds * second);
  await world.settle();
  const early = receiver.events.length;
  world.wall.advance(0.22 * seconds * second);
  await world.settle();

  expect(early).toBe(1);
  expect(receiver.events.length).toBe(2);
});

test('a dead endpoint does not delay the next one', async () => {
  const { receiver: silentReceiver, platform: dead } = await newPlatform();
  const { receiver, platform: healthy } = await newPlatform();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  silentReceiver.answer(() => ({ after: gate }));
  const flood = Array.from({ length: 50 }, () => eventOf(dead.id, newResource(), 1));

  await world.events.acceptEvents({ events: flood });
  await expect.poll(() => silentReceiver.events.length).toBe(10);
  await world.events.acceptEvents({ events: [eventOf(healthy.id, newResource(), 1)] });

  await expect.poll(() => receiver.events.length, { interval: 1, timeout: 300 }).toBe(1);
  expect(silentReceiver.events.length).toBe(10);
  open();
  await world.settle();
  expect(silentReceiver.events.length).toBe(50);
});

test('what happens without an endpoint is never sent', async () => {
  const receiver = await startReceiver();
  const platform = await world.newPlatform();
  const resource = newResource();

  await world.events.acceptEvents({ events: [eventOf(platform.id, resource, 1)] });
  await world.settle();
  await platform.setEndpoint(receiver.url);
  await world.events.acceptEvents({ events: [eventOf(platform.id, resource, 2)] });
  await world.settle();
  world.wall.advance(3600 * second);
  await world.settle();

  expect(sequencesOf(receiver)).toEqual([2]);
});

test('a retry goes to the endpoint of its time; with the endpoint removed it is over', async () => {
  const { receiver: former, platform } = await newPlatform();
  const { receiver: removed, platform: leaver } = await newPlatform();
  const latter = await startReceiver();
  former.answer(() => ({ status: 500 }));
  removed.answer(() => ({ status: 500 }));

  await world.events.acceptEvents({ events: [eventOf(platform.id, newResource(), 1), eventOf(leaver.id, newResource(), 1)] });
  await world.settle();
  await platform.setEndpoint(latter.url);
  await leaver.setEndpoint('');
  world.wall.advance(6 * second);
  await world.settle();
  await leaver.setEndpoint(removed.url);
  world.wall.advance(3600 * second);
  await world.settle();

  expect(former.events.length).toBe(1);
  expect(latter.events.length).toBe(1);
  expect(removed.events.length).toBe(1);
});

test('a new endpoint is greeted once, and the greeting is never repeated', async () => {
  const receiver = await startReceiver();
  await receiver.close();
  const platform = await world.newPlatform(receiver.url);
  const other = await startReceiver();

  await platform.setEndpoint(other.url);
  await world.settle();
  world.wall.advance(24 * 3600 * second);
  await world.settle();

  const [greeting] = other.tests;
  expect(other.tests.length).toBe(1);
  expect(JSON.parse(greeting?.bytes.toString() ?? '')).toEqual({
    id: expect.stringMatching(/^Webhook:[0-9a-f-]{36}$/),
    type: 'TEST',
    timestamp: expect.stringMatching(/^2026-01-0\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: {},
  });
});

test('while nobody knows where a platform wants its events, they wait, and nothing counts as an attempt', async () => {
  const { receiver, platform } = await newPlatform();
  const resource = newResource();
  receiver.answer(() => ({ status: 500 }));
  await world.events.acceptEvents({ events: [eventOf(platform.id, resource, 1)] });
  await world.settle();

  directory.isDown = true;
  world.wall.advance(6 * second);
  await world.settle();
  const during = receiver.events.length;
  directory.isDown = false;
  await world.settle();
  const tooSoon = receiver.events.length;
  world.wall.advance(1 * second);
  await world.settle();

  expect([during, tooSoon, receiver.events.length]).toEqual([1, 1, 2]);
});
