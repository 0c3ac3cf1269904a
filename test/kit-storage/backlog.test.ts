// The backlog of a service, as monitoring reads it.
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readBacklog } from '../../services/kit/background/backlog.ts';
import { testDatabase } from '../kit/database.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(await testDatabase());
afterAll(() => database.close());
beforeEach(() => database.query(sql`truncate outbox, platform_clock`));

const now = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const platform = (number: number) => `${number.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`;

/** Events of a platform, the last of which was added before this many seconds, and each earlier one a second earlier. */
async function addEvents(platformId: string, { count, secondsAgo }: { count: number; secondsAgo: number }): Promise<void> {
  await database.query(sql`
    insert into outbox (platform_id, id, environment, resource, sequence, type, body, created_at)
    select ${platformId}::uuid, gen_random_uuid(), 'sandbox', 'Thing:1', number, 'THING', '', ${ago(secondsAgo)}::timestamptz - (${count} - number) * interval '1 second'
    from generate_series(1, ${count}::int) number order by number desc`);
}

test('without events, the age is 0', async () => {
  const { eventsWaiting, eventDelaySeconds } = await readBacklog(database, now);

  expect({ eventsWaiting, eventDelaySeconds }).toEqual({ eventsWaiting: 0, eventDelaySeconds: 0 });
});

test('the oldest of more than 10,000 events is found, wherever its row is', async () => {
  await addEvents(platform(1), { count: 6_000, secondsAgo: 10 });
  await addEvents(platform(2), { count: 6_000, secondsAgo: 10 });
  await addEvents(platform(9), { count: 3, secondsAgo: 90_000 });

  const { eventsWaiting, eventDelaySeconds } = await readBacklog(database, now);

  expect({ eventsWaiting, eventDelaySeconds }).toEqual({ eventsWaiting: 10_000, eventDelaySeconds: 90_002 });
});

test('the oldest event of the first platform is found among many', async () => {
  await addEvents(platform(1), { count: 12_000, secondsAgo: 10 });

  expect((await readBacklog(database, now)).eventDelaySeconds).toBe(12_009);
});

test('the age of an event of a platform whose clock runs ahead is real', async () => {
  const dayMs = 86_400_000;
  await addEvents(platform(1), { count: 1, secondsAgo: 30 - dayMs / 1000 });
  await database.query(sql`insert into platform_clock (platform_id, offset_ms) values (${platform(1)}, ${dayMs})`);

  expect((await readBacklog(database, now)).eventDelaySeconds).toBe(30);
});

test('events that were given up do not count', async () => {
  await addEvents(platform(1), { count: 1, secondsAgo: 500 });
  await database.query(sql`update outbox set died_at = ${now}`);
  await addEvents(platform(2), { count: 1, secondsAgo: 5 });

  expect(await readBacklog(database, now)).toMatchObject({ eventsWaiting: 1, eventDelaySeconds: 5, deadLetters: 1 });
});
