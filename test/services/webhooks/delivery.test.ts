// Delivery of events to a platform: signed, in order, with retries, and isolated from other platforms.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isVerified, readPublicKeys } from '../../../services/webhooks/domain/signature.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { eventOf, newListener, newResource, startWorld } from './webhook-world.ts';

const directory = { isDown: false };
const world = await startWorld({ directory });
const second = 1_000;

const sequencesOf = (receiver: Receiver) => receiver.events.map(({ body }) => body.data.sequence);

test('an event arrives as the stored bytes, signed, with the documented headers', async () => {
  const { receiver, platform } = await newListener(world);
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

test('an event handed over twice is sent once, by id and by version of its resource', async () => {
  const { receiver, platform } = await newListener(world);
  const event = eventOf(platform.id, newResource(), 1);

  await world.events.acceptEvents({ events: [event, event] });
  await world.settle();
  await world.events.acceptEvents({ events: [event, { ...event, id: randomUUID() }] });
  await world.settle();

  expect(receiver.events.map(({ body }) => body.id)).toEqual([`Webhook:${event.id}`]);
});

test('first attempts of a resource are in order, each after the end of the previous one; retries are later', async () => {
  const { receiver, platform } = await newListener(world);
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
  const { receiver, platform } = await newListener(world);
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
  const { receiver, platform } = await newListener(world);
  receiver.answer(() => ({ status }));

  await world.events.acceptEvents({ events: [eventOf(platform.id, newResource(), 1)] });
  await world.settle();
  world.wall.advance(3600 * second);
  await world.settle();

  expect(receiver.events.length).toBe(1);
});

test.each([301, 302, 400, 401, 404, 500, 503])(
  'the answer %i is a failure: the same bytes are retried, and no redirect is followed',
  async (status) => {
    const { receiver, platform } = await newListener(world);
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
  const { receiver, platform } = await newListener(world);
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
