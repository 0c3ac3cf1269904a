// An event that kills every relay is sent alone, rests between attempts, and is given up before it blocks all later ones.
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { deadLetters } from '../../services/kit/background/dead-letters.ts';
import { deathsMax } from '../../services/kit/background/giving-up.ts';
import { outboxRows, startRelay } from '../../services/kit/background/outbox.ts';
import type { OutboxEvent } from '../../services/kit/background/outbox-event.ts';
import { silent } from '../../services/kit/core/log.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { testDatabase } from '../kit/database.ts';
import { ManualWall } from '../kit/wall.ts';
import { openStorage } from './storage.ts';

const secrets = openSecrets([Buffer.alloc(32, 7)]);
const url = await testDatabase();
const database = await openStorage(url);
afterAll(() => database.close());
const wall = new ManualWall();
const letters = deadLetters(database);
const platformId = crypto.randomUUID();

beforeEach(async () => void (await database.query(sql`truncate outbox`)));

const event = (resource: string, sequence: number): OutboxEvent => ({
  id: crypto.randomUUID(),
  platformId,
  environment: 'sandbox',
  resource,
  sequence: BigInt(sequence),
  type: 'TEST',
  body: Buffer.from('{}'),
  createdAt: wall.now(),
  requestId: 'request-1',
});

const add = (...events: OutboxEvent[]) => outboxRows(database, secrets).addMany(events);
const nameOf = ({ resource, sequence }: OutboxEvent) => `${resource} ${sequence}`;

/** A process whose relay dies with the first batch that has an event of this name, and writes nothing afterwards. Returns what it sent. */
async function processThatDiesOf(deadly: string): Promise<string[][]> {
  const own = await openStorage(url);
  const sent: string[][] = [];
  let isDead = false;
  const died = Promise.withResolvers<void>();
  const relay = startRelay({
    database: own,
    secrets,
    wall,
    log: silent,
    deliver: async (events) => {
      if (isDead) throw new Error('Nobody hears this: the process has ended.');
      sent.push(events.map(nameOf));
      if (!events.some((one) => nameOf(one) === deadly)) return;
      isDead = true;
      await own.close();
      died.resolve();
      throw new Error('Nobody hears this: the process has ended.');
    },
  });
  await Promise.race([died.promise, relay.runOnce().catch(() => undefined)]);
  await relay.stop().catch(() => undefined);
  await own.close().catch(() => undefined);
  wall.advance(3_600_000); // longer than its lease, and than any rest
  return sent;
}

test('an event whose relay always dies is given up, until it is retried', async () => {
  await add(event('Transaction:1', 1), event('Transaction:1', 2), event('Transaction:1', 3), event('Transaction:2', 1));

  const sent: string[][] = [];
  for (let processes = 0; (await letters.count()) === 0n && processes < 40; processes += 1)
    sent.push(...(await processThatDiesOf('Transaction:1 2')));
  const [letter] = await letters.list({ limit: 10 });
  const alone = sent.filter(([first, second]) => first === 'Transaction:1 2' && second === undefined);

  expect(alone).toHaveLength(deathsMax);
  expect(letter).toMatchObject({
    kind: 'event',
    key: 'TEST Transaction:1 2',
    last_error: 'The process died while it forwarded this event, 8 times in a row.',
  });

  const arrived: string[] = [];
  const deliver = async (events: OutboxEvent[]) => void arrived.push(...events.map(nameOf));
  const survivor = startRelay({ database, secrets, deliver, wall, log: silent });
  await survivor.runOnce();
  expect(await letters.retry({ kind: 'event' }, wall.now())).toBe(1n);
  await survivor.runOnce();
  await survivor.stop();

  expect(new Set([...sent.flat(), ...arrived])).toContain('Transaction:1 3');
  expect(arrived.at(-1)).toBe('Transaction:1 2');
  expect([await letters.count(), await database.query(sql`select 1 from outbox`)]).toEqual([0n, []]);
});

test('the events around it are forwarded by the second next process, and no death is counted against them', async () => {
  const innocent = Array.from({ length: 5 }, (_, index) => event(`Transaction:${index + 2}`, 1));
  await add(event('Transaction:1', 1), ...innocent);
  for (let count = 0; count < 3; count += 1) await processThatDiesOf('Transaction:1 1');

  const left = await database.query(sql<{ resource: string; deaths: number }>`select resource, deaths from outbox`);

  expect(left).toEqual([{ resource: 'Transaction:1', deaths: 2 }]);
});
