// Queues keep their pages when they are vacuumed: returning them locks out all that read or write the queue.
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../kit/database.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(await testDatabase());
afterAll(() => database.close());

const pagesOf = async (table: string) => {
  const [row] = await database.query(sql<{ pages: bigint }>`select pg_relation_size(${table}::regclass) / 8192 as pages`);
  return Number(row?.pages);
};

test('a vacuum of an empty outbox keeps its pages; one of another table returns them', async () => {
  await database.query(sql`
    insert into outbox (platform_id, id, environment, resource, sequence, type, body, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'sandbox', 'a', number, 'b', '', now() from generate_series(1, 1000) number`);
  await database.query(sql`
    insert into job (platform_id, kind, key, environment, clock_offset_ms, payload, run_at, due_at, request_id, created_at)
    select gen_random_uuid(), 'a', number, 'sandbox', 0, '{}', now(), now(), 'c', now() from generate_series(1, 1000) number`);
  await database.query(sql`
    insert into thing (id, amount, made_at) select gen_random_uuid(), number, now() from generate_series(1, 1000) number`);
  const filled = await Promise.all(['outbox', 'job'].map(pagesOf));
  for (const table of ['outbox', 'job', 'thing']) {
    await database.query(sql`delete from ${sql.table(table)}`);
    await database.query(sql`vacuum ${sql.table(table)}`);
  }

  const kept = await Promise.all(['outbox', 'job', 'thing'].map(pagesOf));

  expect(kept).toEqual([...filled, 0]);
  expect(Math.min(...filled)).toBeGreaterThan(8);
});
