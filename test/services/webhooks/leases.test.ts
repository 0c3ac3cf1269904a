// Deliveries when a process dies, with several processes, and at the end of their time.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { silent } from '../../../services/kit/core/log.ts';
import { openDatabase } from '../../../services/kit/storage/database.ts';
import { kitMigrations } from '../../../services/kit/storage/kit-migrations.ts';
import { openStore } from '../../../services/kit/storage/store.ts';
import { webhooks } from '../../../services/webhooks/service.ts';
import { webhookRows } from '../../../services/webhooks/store/store.ts';
import { dieAt } from '../../kit/death.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { lockRow } from '../../kit/row-lock.ts';
import { eventOf, newListener, newResource, startWorld } from './webhook-world.ts';

const world = await startWorld();
const migrations = [...kitMigrations, ...webhooks.migrations];
const database = await openDatabase({ url: world.url, schema: 'webhooks', entities: [], migrations, log: silent });
const store = openStore(database, webhookRows(world.secrets));
afterAll(() => database.close());

const second = 1_000;
const day = 24 * 3600 * second;
const dead = 7;
/** What sealing adds: the id of the key, the nonce, the tag. */
const sealBytes = 32;

/** Created now, wherever tests have moved the wall clock. */
const freshEvent = (platformId: string, sequence = 1, resource = newResource()) => ({
  ...eventOf(platformId, resource, sequence),
  createdAt: timestampFromDate(world.wall.now()),
});

/** An event that a process has claimed, but not sent: no sender was woken for it. */
async function claimedByTheDead(platformId: string) {
  const now = world.wall.now();
  const accepted = { ...eventOf(platformId, newResource(), 1), createdAt: now, isRetried: true, hasEndpoint: true };
  const until = new Date(now.getTime() + 60 * second);
  return store.write(async ({ events, deliveries, lanes }) => {
    await events.accept([accepted], { now, tryingMs: 7 * day });
    await lanes.hold({ holder: dead, platforms: [platformId], now, until, dead: [] });
    return deliveries.claim({ holder: dead, room: new Map([[platformId, 10]]), now });
  });
}

async function stateOf(eventId: string) {
  const [row] = await database.query(sql<{ state: string; attempts: number }>`
    select state, attempts from delivery where event_id = ${eventId}`);
  return row;
}

test('deliveries claimed by a dead process are sent when its lease has expired', async () => {
  const { receiver, platform } = await newListener(world);
  await claimedByTheDead(platform.id);

  world.wall.advance(59 * second);
  await world.settle();
  const before = receiver.events.length;
  world.wall.advance(1 * second);
  await world.settle();

  expect([before, receiver.events.length]).toEqual([0, 1]);
});

test('a process that returns after its lease has expired changes nothing any more', async () => {
  const { platform } = await newListener(world);
  const [late] = await claimedByTheDead(platform.id);
  if (!late) throw new Error('Nothing was claimed.');
  world.wall.advance(60 * second);
  await world.settle();

  const attempt = { startedAt: world.wall.now(), durationMs: 1, status: 500 };
  await store.write(({ deliveries }) => deliveries.finish([{ delivery: late, state: 'DEAD', attempt }], dead));

  expect(await stateOf(late.eventId)).toEqual({ state: 'DELIVERED', attempts: 1 });
});

test('a stopping process leaves its deliveries to the next one', async () => {
  const former = await startWorld();
  const receiver = await startReceiver();
  const platform = await former.newPlatform(receiver.url);
  const { promise: never } = Promise.withResolvers<void>();
  receiver.answer(() => ({ after: never }));
  await former.events.acceptEvents({ events: [eventOf(platform.id, newResource(), 1)] });
  await expect.poll(() => receiver.events.length).toBe(1);

  await former.close();
  receiver.answer(() => ({}));
  const latter = await startWorld({ databaseUrl: former.url });
  await latter.settle();

  expect(receiver.events.length).toBe(2);
  await latter.close();
});

test('a process that stops while it claims events leaves them behind earlier ones of their resource', async () => {
  const former = await startWorld();
  const receiver = await startReceiver();
  const platform = await former.newPlatform(receiver.url);
  const { promise: isStopping, resolve: stop } = Promise.withResolvers<void>();
  receiver.answer(() => ({ after: isStopping }));
  const resource = newResource();
  const accept = (sequence: number) => former.events.acceptEvents({ events: [eventOf(platform.id, resource, sequence)] });
  await accept(1);
  await accept(2);
  await expect.poll(() => receiver.events.length).toBe(1);

  const lock = await lockRow({ url: former.url, table: 'webhooks.lane', key: { platform_id: platform.id } });
  await accept(3);
  await lock.waiting(1);
  const closed = former.close();
  await lock.release();
  stop();
  await closed;
  const latter = await startWorld({ databaseUrl: former.url });
  await latter.settle();

  expect(receiver.events.map(({ body }) => body.data.sequence)).toEqual([1, 2, 3]);
  await latter.close();
});

test('events that the database claimed for a process without its knowledge are sent by it, in order', async () => {
  const { receiver, platform } = await newListener(world);
  const resource = newResource();
  const accept = (sequence: number) => world.events.acceptEvents({ events: [freshEvent(platform.id, sequence, resource)] });
  const death = dieAt('webhooks claimed'); // after the commit, as if its response were lost

  await accept(1);
  await expect.poll(() => death.hasDied()).toBe(true);
  await accept(2);
  await world.settle();

  expect(receiver.events.map(({ body }) => body.data.sequence)).toEqual([1, 2]);
});

test('two processes send each event once, in the order of its resource, ten at a time', async () => {
  const { receiver, platform } = await newListener(world);
  const other = await startWorld({ databaseUrl: world.url, wall: world.wall });
  const resources = Array.from({ length: 20 }, newResource);
  const batch = (sequence: number) => resources.map((resource) => freshEvent(platform.id, sequence, resource));

  for (const sequence of [1, 2, 3, 4]) {
    const half = batch(sequence);
    await Promise.all([
      world.events.acceptEvents({ events: half.slice(0, 10) }),
      other.events.acceptEvents({ events: half.slice(10) }),
    ]);
  }
  await Promise.all([world.settle(), other.settle()]);
  await Promise.all([world.settle(), other.settle()]);

  const order = Map.groupBy(receiver.events, ({ body }) => body.data.id);
  const sequences = [...order.values()].map((events) => events.map(({ body }) => body.data.sequence));
  expect(sequences).toEqual(resources.map(() => [1, 2, 3, 4]));
  expect(receiver.openMax()).toBeLessThanOrEqual(10);
  await other.close();
});

test('every attempt is recorded: its answer up to 4 KiB, or why there was none', async () => {
  const { receiver, platform } = await newListener(world);
  const event = freshEvent(platform.id);
  receiver.answer(() => ({ status: 500, body: 'x'.repeat(100_000) }));

  await world.events.acceptEvents({ events: [event] });
  await world.settle();
  await receiver.close();
  world.wall.advance(6 * second);
  await world.settle();

  const attempts = await database.query(sql`
    select number, status, failure, octet_length(response) as size from attempt where event_id = ${event.id} order by number`);
  expect(attempts).toEqual([
    { number: 1, status: 500, failure: null, size: sealBytes + 4096 },
    { number: 2, status: null, failure: 'CONNECTION', size: null },
  ]);
});

test('an event is given up after seven days and removed thirty days later; a delivered one thirty days after its delivery', async () => {
  const { receiver, platform } = await newListener(world);
  const [delivered, lost] = [freshEvent(platform.id), freshEvent(platform.id)];
  receiver.answer(({ body }) => ({ status: body.id === `Webhook:${lost.id}` ? 500 : 200 }));
  await world.events.acceptEvents({ events: [delivered, lost] });
  await world.settle();
  const states = async (days: number) => {
    world.wall.advance(days * day);
    await world.settle();
    return [await stateOf(delivered.id), await stateOf(lost.id)].map((row) => row?.state);
  };

  expect(await states(7 + second / day)).toEqual(['DELIVERED', 'DEAD']);
  expect(await states(22)).toEqual(['DELIVERED', 'DEAD']);
  expect(await states(1)).toEqual([undefined, 'DEAD']);
  expect(await states(6)).toEqual([undefined, 'DEAD']);
  expect(await states(1 + second / day)).toEqual([undefined, undefined]);
});

test('a pending event is not removed, however old', async () => {
  const { platform } = await newListener(world);
  const old = new Date(world.wall.now().getTime() - 40 * day);
  const before = new Date(old.getTime() + day);
  const accepted = { ...eventOf(platform.id, newResource(), 1), createdAt: old, isRetried: true, hasEndpoint: true };

  const removed = await store.write(async ({ events }) => {
    await events.accept([accepted], { now: old, tryingMs: 7 * day });
    return events.removeBefore(before, 1_000);
  });

  expect([removed, (await stateOf(accepted.id)) !== undefined]).toEqual([0, true]);
});
