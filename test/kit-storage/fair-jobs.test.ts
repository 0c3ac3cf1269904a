// Fairness: neither a platform with many jobs nor a hanging provider delays the jobs of others.
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { jobClaims } from '../../services/kit/background/job-claims.ts';
import { jobRows } from '../../services/kit/background/jobs.ts';
import type { Queryable } from '../../services/kit/storage/database.ts';
import { testDatabase } from '../kit/database.ts';
import { ManualWall } from '../kit/wall.ts';
import { caller, jobsOn } from './paying-jobs.ts';
import { openStorage } from './storage.ts';

const url = await testDatabase();
const database = await openStorage(url);
const neighbour = await openStorage(url);
afterAll(() => Promise.all([database.close(), neighbour.close()]));

// An analysis of the rows of one test would decide how statements of the next one are planned, and their statistics survive `truncate`.
await database.query(sql`alter table job set (autovacuum_enabled = false)`);

const wall = new ManualWall();
const { start, job, left } = jobsOn(database, wall);
beforeEach(() => database.query(sql`truncate job`));

/** This many platforms, each with a job that is due later than those of `caller`. */
function quiet(count: number) {
  return Array.from({ length: count }, (_, index) =>
    job(`quiet ${index}`, { caller: { ...caller, platformId: crypto.randomUUID() }, runAt: wall.now() }),
  );
}

test.each([1, 2])(
  'of 10,000 due jobs of one platform and 50 of others, the 50 are done soon, by %i processes',
  async (processes) => {
    const busy = Array.from({ length: 10_000 }, (_, index) =>
      job(`busy ${index}`, { runAt: new Date(wall.now().getTime() - 60_000) }),
    );
    await jobRows(database, wall).addMany([...busy, ...quiet(50)]);
    const { promise: served, resolve } = Promise.withResolvers<void>();
    const order: string[] = [];

    const workers = [database, neighbour].slice(0, processes).map((on) =>
      start(async ({ key }) => {
        order.push(key);
        if (order.filter((one) => one.startsWith('quiet')).length === 50) resolve();
      }, on),
    );
    await served;
    await Promise.all(workers.map((worker) => worker.stop()));

    const last = order.findLastIndex((key) => key.startsWith('quiet')) + 1;
    console.info(`Fairness: 50 single jobs beside 10,000 of one platform were done within the first ${last} jobs.`);
    expect(last).toBeLessThanOrEqual(50 * 3 + 16 * 2 * processes);
  },
);

test('more platforms than one query considers all get their turn', async () => {
  const busy = Array.from({ length: 300 }, (_, index) => job(`busy ${index}`));
  await jobRows(database, wall).addMany([...busy, ...quiet(450)]);

  const worker = start(async () => undefined);

  expect(await worker.runDue()).toBeGreaterThan(0);
  expect(await left()).toEqual([]);
});

test('a claim that was planned without jobs reads few rows when thousands wait', async () => {
  const counts = await database.transaction(async (tx) => {
    await tx.query(sql`set local plan_cache_mode = force_generic_plan`); // as for batches
    const claims = jobClaims({ ...database, query: tx.query, batch: tx.batch }, wall, ['pay']); // on one connection, which keeps its plans
    for (let round = 0; round < 12; round++) await claims.claim(16, caller);
    await jobRows(tx, wall).addMany(Array.from({ length: 5_000 }, (_, index) => job(`waiting ${index}`)));
    const before = await rowsReadBy(tx);
    const claimed = await claims.claim(16, caller);
    return { claimed: claimed.length, read: (await rowsReadBy(tx)) - before };
  });

  expect(counts.claimed).toBe(16);
  expect(counts.read).toBeLessThan(1_000);
});

/** Rows of jobs that the transaction has read by an index or one after the other. */
async function rowsReadBy(tx: Queryable): Promise<number> {
  const [row] = await tx.query(sql<{ read: bigint }>`
    select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables where schemaname = 'storage' and relname = 'job'`);
  return Number(row?.read);
}

test('jobs that wait for a provider occupy no slots', async () => {
  const answer = Promise.withResolvers<void>();
  const done: string[] = [];
  const { promise: served, resolve } = Promise.withResolvers<void>();
  const hanging = Array.from({ length: 100 }, (_, index) => job(`hanging ${index}`));
  await jobRows(database, wall).addMany([...hanging, ...quiet(20)]);

  const worker = start(async ({ key }, outside) => {
    if (key.startsWith('hanging')) return outside(() => answer.promise);
    if (done.push(key) === 20) resolve();
  });
  await served;

  expect(await left()).toEqual(expect.arrayContaining(hanging.map(({ key }) => key)));
  answer.resolve();
  await worker.runDue();
  expect(await left()).toEqual([]);
});
