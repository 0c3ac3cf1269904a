// Events that follow those of another resource, which another service forwards.
import { expect, test } from 'vitest';
import { eventOf, newListener, newResource, startWorld } from './webhook-world.ts';

const world = await startWorld();

test('an event that follows another resource is sent after the end of its earlier events', async () => {
  const { receiver, platform } = await newListener(world);
  const followed = newResource();
  const follower = { ...eventOf(platform.id, newResource(), 2), follows: followed };
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  receiver.answer(() => ({ after: gate }));

  await world.events.acceptEvents({ events: [eventOf(platform.id, followed, 1)] });
  await world.events.acceptEvents({ events: [follower, eventOf(platform.id, newResource(), 3)] });
  await expect.poll(() => receiver.events.length).toBe(2);
  const sequences = () => receiver.events.map(({ body }) => body.data.sequence);
  const before = sequences();
  const settled = world.settle();
  open();
  await settled;

  expect(before.toSorted()).toEqual([1, 3]);
  expect(sequences().at(-1)).toBe(2);
});
