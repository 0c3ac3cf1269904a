// The outbox: nothing lost, nothing out of order.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { deadLetters } from '../../services/kit/background/dead-letters.ts';
import { failingMsMax, failuresMax } from '../../services/kit/background/giving-up.ts';
import { outboxRows, type Relay, startRelay } from '../../services/kit/background/outbox.ts';
import { outboxClaims } from '../../services/kit/background/outbox-claims.ts';
import type { OutboxEvent } from '../../services/kit/background/outbox-event.ts';
import { forkIdOf } from '../../services/kit/core/ids.ts';
import { silent } from '../../services/kit/core/log.ts';
import type { Database } from '../../services/kit/storage/database.ts';
import { personalKeys } from '../../services/kit/storage/personal-keys.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { testDatabase } from '../kit/database.ts';
import { ManualWall } from '../kit/wall.ts';
import { openStorage } from './storage.ts';

const secrets = openSecrets([Buffer.alloc(32, 7)]);
const url = await testDatabase();
const database = await openStorage(url);
const neighbour = await openStorage(url);
afterAll(() => Promise.all([database.close(), neighbour.close()]));

let wall: ManualWall;
beforeEach(async () => {
  wall = new ManualWall();
  await database.query(sql`truncate outbox`);
});

const platformId = crypto.randomUUID();

function event(resource: string, sequence: number): OutboxEvent {
  return {
    id: crypto.randomUUID(),
    platformId,
    environment: 'sandbox',
    resource,
    sequence: BigInt(sequence),
    type: 'TEST',
    body: Buffer.from(`{"sequence":${sequence}}`),
    createdAt: wall.now(),
    requestId: 'request-1',
  };
}

function start(deliver: (events: OutboxEvent[]) => Promise<void>, on: Database = database): Relay {
  const relay = startRelay({ database: on, secrets, deliver, wall, log: silent });
  onTestFinished(() => relay.stop());
  return relay;
}

test('an event arrives unchanged and once', async () => {
  const arrived: OutboxEvent[] = [];
  const written = event('Transaction:1', 1);

  await outboxRows(database, secrets).add(written);
  const [row] = await database.query(sql<{ body: Buffer }>`select body from outbox`);
  const relay = start(async (events) => void arrived.push(...events));
  await relay.runOnce();
  await relay.runOnce();

  expect(row?.body.toString('latin1')).not.toContain('sequence');
  expect(arrived).toEqual([written]);
});

test('two relays deliver every event, in order per resource, while commits continue', async () => {
  const arrived = new Map<string, Set<bigint>>(); // in order of the first arrival: on a busy machine, a relay can seem dead to the other
  const deliver = async (events: OutboxEvent[]) => {
    await pause(2);
    for (const { resource, sequence } of events) arrived.set(resource, (arrived.get(resource) ?? new Set()).add(sequence));
  };
  const relays = [start(deliver), start(deliver, neighbour)];
  const resources = Array.from({ length: 20 }, (_, index) => `Transaction:${index}`);

  const write = async (resource: string, index: number) => {
    for (let sequence = 1; sequence <= 30; sequence++) {
      await database.transaction(async (tx) => {
        await outboxRows(tx, secrets).add(event(resource, sequence));
        if ((sequence + index) % 7 === 0) await pause(5); // commits later than a transaction that began after it
      });
    }
  };
  await Promise.all(resources.map(write));
  for (let left = 1; left > 0; ) {
    await Promise.all(relays.map((relay) => relay.runOnce()));
    left = (await database.query(sql`select 1 from outbox`)).length;
  }

  const inOrder = Array.from({ length: 30 }, (_, index) => BigInt(index + 1));
  const orders = resources.map((resource) => [...(arrived.get(resource) ?? [])]);
  expect(orders).toEqual(resources.map(() => inOrder));
});

test('while one relay holds a resource, another gets none of its events, not even new ones', async () => {
  const mine = outboxClaims(database, wall);
  const theirs = outboxClaims(neighbour, wall);
  await outboxRows(database, secrets).addMany([event('Transaction:1', 1), event('Transaction:1', 2)]);
  const { lots } = await mine.claim();
  await outboxRows(database, secrets).addMany([event('Transaction:1', 3), event('Transaction:2', 1)]);

  const { lots: meanwhile } = await theirs.claim();
  await mine.finish(lots.flatMap(({ events }) => events));
  const { lots: afterwards } = await theirs.claim();

  const summary = (taken: typeof lots) =>
    taken.map(({ events }) => [events[0]?.event.resource, ...events.map(({ event: { sequence } }) => sequence)]);
  expect([lots, meanwhile, afterwards].map(summary)).toEqual([
    [['Transaction:1', 1n, 2n]],
    [['Transaction:2', 1n]],
    [['Transaction:1', 3n]],
  ]);
});

test('a platform and its fork have the same resources, and each keeps its order', async () => {
  const forkId = forkIdOf(randomUUID(), platformId);
  const inFork = (one: OutboxEvent) => ({ ...one, id: randomUUID(), platformId: forkId });
  const events = [event('Transaction:1', 1), event('Transaction:1', 2)];
  await outboxRows(database, secrets).addMany([...events, ...events.map(inFork)]);

  const { lots } = await outboxClaims(database, wall).claim();

  const inOrder = lots.map(({ events: claimed }) =>
    claimed.map(({ event: { platformId: id, sequence } }) => `${id} ${sequence}`),
  );
  expect(inOrder.toSorted()).toEqual([platformId, forkId].map((id) => [`${id} 1`, `${id} 2`]).toSorted());
});

test('events of a dead relay are delivered when its lease has expired', async () => {
  const arrived: OutboxEvent[] = [];
  await outboxRows(database, secrets).add(event('Transaction:1', 1));
  await outboxClaims(neighbour, wall).claim();
  const relay = start(async (events) => void arrived.push(...events));

  expect(await relay.runOnce()).toBe(0);
  wall.advance(60_000);
  await relay.runOnce();

  expect(arrived).toHaveLength(1);
});

test('a refused event delays only its own resource, and is retried', async () => {
  const arrived: string[] = [];
  let isRefusing = true;
  const relay = start(async (events) => {
    if (isRefusing && events.some(({ resource }) => resource === 'Transaction:bad')) throw new Error('no');
    arrived.push(...events.map(({ resource, sequence }) => `${resource} ${sequence}`));
  });
  await database.transaction((tx) =>
    outboxRows(tx, secrets).addMany([event('Transaction:bad', 1), event('Transaction:bad', 2), event('Transaction:good', 1)]),
  );

  await relay.runOnce();
  expect(arrived).toEqual(['Transaction:good 1']);
  isRefusing = false;
  wall.advance(1_000);
  await relay.runOnce();

  expect(arrived).toEqual(['Transaction:good 1', 'Transaction:bad 1', 'Transaction:bad 2']);
});

test('an event refused for hours is given up, and those after it continue; a retry forwards it', async () => {
  const arrived: bigint[] = [];
  let isRefusing = true;
  const relay = start(async (events) => {
    if (isRefusing && events.some(({ sequence }) => sequence === 2n)) throw new Error('no\0');
    arrived.push(...events.map(({ sequence }) => sequence));
  });
  await outboxRows(database, secrets).addMany([1, 2, 3].map((sequence) => event('Transaction:1', sequence)));

  await relay.runOnce();
  expect(arrived).toEqual([1n]);
  for (let attempt = 1; attempt < failuresMax; attempt++) {
    wall.advance(failingMsMax / 10);
    await relay.runOnce();
  }
  expect(arrived).toEqual([1n, 3n]);
  const letters = deadLetters(database);
  const [letter] = await letters.list({ limit: 10 });
  expect(letter).toMatchObject({ kind: 'event', key: 'TEST Transaction:1 2', failures: failuresMax, last_error: 'no' });

  isRefusing = false;
  expect(await letters.retry({ kind: 'event' }, wall.now())).toBe(1n);
  await relay.runOnce();
  expect([arrived, await letters.count()]).toEqual([[1n, 3n, 2n], 0n]);
});

test('a second event for the same version of a resource is refused', async () => {
  await outboxRows(database, secrets).add(event('Transaction:1', 1));

  await expect(outboxRows(database, secrets).add(event('Transaction:1', 1))).rejects.toThrow('unique');
});

test("a customer's event is sealed under the customer's key, and not forwarded once the key is destroyed", async () => {
  const arrived: string[] = [];
  const [erased, kept] = [randomUUID(), randomUUID()];
  const rows = outboxRows(database, secrets);
  await rows.addMany([
    { ...event('Customer:1', 1), customerId: erased },
    { ...event('Customer:2', 1), customerId: kept },
    event('Customer:1', 2),
  ]);
  await personalKeys(database, secrets).destroy({ platformId, customerId: erased });
  const relay = start(async (events) => void arrived.push(...events.map(({ resource, sequence }) => `${resource} ${sequence}`)));

  await relay.runOnce();

  expect(arrived).toEqual(['Customer:1 2', 'Customer:2 1']);
  expect(await database.query(sql`select 1 from outbox`)).toEqual([]);
});
