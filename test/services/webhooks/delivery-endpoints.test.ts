// Endpoints of platforms: what is sent while there is none, and after it is set, changed or removed.
import { expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { eventOf, newListener, newResource, startWorld } from './webhook-world.ts';

const directory = { isDown: false };
const world = await startWorld({ directory });
const second = 1_000;

const sequencesOf = (receiver: Receiver) => receiver.events.map(({ body }) => body.data.sequence);

test('a dead endpoint does not delay the next one', async () => {
  const { receiver: silentReceiver, platform: dead } = await newListener(world);
  const { receiver, platform: healthy } = await newListener(world);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  silentReceiver.answer(() => ({ after: gate }));
  const flood = Array.from({ length: 50 }, () => eventOf(dead.id, newResource(), 1));

  await world.events.acceptEvents({ events: flood });
  await expect.poll(() => silentReceiver.events.length).toBe(10);
  await world.events.acceptEvents({ events: [eventOf(healthy.id, newResource(), 1)] });

  await expect.poll(() => receiver.events.length).toBe(1);
  expect(silentReceiver.events.length).toBe(10);
  open();
  await world.settle();
  expect(silentReceiver.events.length).toBe(50);
});

test('events without an endpoint are never sent', async () => {
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

test('a retry goes to the current endpoint; without an endpoint it ends', async () => {
  const { receiver: former, platform } = await newListener(world);
  const { receiver: removed, platform: leaver } = await newListener(world);
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

test('a new endpoint gets one test webhook, which is never retried', async () => {
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
    platformId: `Platform:${platform.id}`,
  });
});

test('while the endpoint of a platform is unknown, its events wait, and no attempt counts', async () => {
  const { receiver, platform } = await newListener(world);
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
