// Fairness of the relay: a platform with many events does not delay those of others. OUTBOX_EVENTS=100000 is the long form.
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startRelay } from '../../services/kit/background/outbox.ts';
import { outboxClaims } from '../../services/kit/background/outbox-claims.ts';
import type { OutboxEvent } from '../../services/kit/background/outbox-event.ts';
import { silent } from '../../services/kit/core/log.ts';
import type { Queryable } from '../../services/kit/storage/database.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { testDatabase } from '../kit/database.ts';
import { ManualWall } from '../kit/wall.ts';
import { openStorage } from './storage.ts';

const url = await testDatabase();
const database = await openStorage(url);
const neighbour = await openStorage(url);
afterAll(() => Promise.all([database.close(), neighbour.close()]));

const secrets = openSecrets([Buffer.alloc(32, 7)]);
const wall = new ManualWall();
const count = Number(process.env.OUTBOX_EVENTS ?? 10_000);
beforeEach(() => database.query(sql`truncate outbox`));

interface Events {
  readonly name: string;
  readonly count: number;
  readonly resources: number;
  readonly platforms: number;
  readonly ageMs: number;
}

const addEvents = ({ name, count: events, resources, platforms, ageMs }: Events, db: Queryable = database) =>
  db.query(sql`
    insert into outbox (id, platform_id, environment, resource, sequence, type, body, is_sealed, created_at, request_id)
    select gen_random_uuid(), md5(${name} || n % ${platforms})::uuid, 'sandbox', ${name}::text || n % ${resources}, n, 'TEST', '{}', false,
      ${new Date(wall.now().getTime() - ageMs)}, 'request-1'
    from generate_series(1, ${events}) n`);

function relayOf(order: string[], on = database) {
  const deliver = async (events: OutboxEvent[]) => void order.push(...events.map(({ resource }) => resource));
  const relay = startRelay({ database: on, secrets, deliver, wall, log: silent });
  onTestFinished(() => relay.stop());
  return relay;
}

test.each([
  { resources: count, processes: 1 },
  { resources: 20, processes: 1 },
  { resources: count, processes: 2 },
])(
  'next to $resources resources of one platform those of 50 others are sent soon, by $processes',
  async ({ resources, processes }) => {
    await addEvents({ name: 'busy ', count, resources, platforms: 1, ageMs: 60_000 });
    await addEvents({ name: 'quiet ', count: 50, resources: 50, platforms: 50, ageMs: 0 });
    const order: string[] = [];

    const relays = [database, neighbour].slice(0, processes).map((on) => relayOf(order, on));
    await expect.poll(() => order.filter((resource) => resource.startsWith('quiet')).length).toBe(50);
    const last = order.findLastIndex((resource) => resource.startsWith('quiet')) + 1;
    await database.query(sql`truncate outbox`);
    await Promise.all(relays.map((relay) => relay.stop()));

    console.info(`Fairness: 50 single events beside ${count} of one platform left within the first ${last} events.`);
    expect(last).toBeLessThanOrEqual(50 + 600 * processes);
  },
);

test('events of more platforms than one query considers are all sent', async () => {
  await addEvents({ name: 'many ', count: 330, resources: 330, platforms: 110, ageMs: 0 });

  expect(await relayOf([]).runOnce()).toBeLessThanOrEqual(330);

  await expect.poll(async () => (await database.query(sql`select 1 from outbox`)).length).toBe(0);
});

test.each([
  { statistics: 'of many resources', resources: 10_000 },
  { statistics: 'of few resources', resources: 20 },
  { statistics: 'of no events', resources: 0 },
])(
  'a claim that was planned for an empty outbox, with statistics $statistics, reads few rows when thousands wait',
  async ({ resources }) => {
    if (resources > 0) await addEvents({ name: 'former ', count: 10_000, resources, platforms: 1, ageMs: 0 });
    await database.query(sql`analyze outbox`);
    await database.query(sql`truncate outbox`);
    const fresh = await openStorage(url); // one statement at a time, so one connection, which keeps its plans
    onTestFinished(() => fresh.close());
    const claims = outboxClaims(fresh, wall);
    for (let round = 0; round < 12; round++) await claims.claim();
    await addEvents({ name: 'busy ', count: 5_000, resources: 5_000, platforms: 1, ageMs: 0 });
    const before = await rowsReadBy(fresh);
    const { lots } = await claims.claim();

    expect(lots.length).toBe(100);
    expect((await rowsReadBy(fresh)) - before).toBeLessThan(2_000);
  },
);

/** Rows of the outbox that batches have read by an index. */
async function rowsReadBy({ batch }: Queryable): Promise<number> {
  await batch(sql`select pg_stat_force_next_flush()`);
  const [row] = await batch(sql<{ read: bigint }>`
    select idx_tup_fetch as read from pg_stat_user_tables where schemaname = 'storage' and relname = 'outbox'`);
  return Number(row?.read);
}
