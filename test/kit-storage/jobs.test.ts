// Jobs: on time, at least once, never two runs at the same moment.
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { jobRows, retryAt } from '../../services/kit/background/jobs.ts';
import { workLeft } from '../../services/kit/background/work-left.ts';
import { testDatabase } from '../kit/database.ts';
import { ManualWall } from '../kit/wall.ts';
import { caller, jobsOn, recorder } from './paying-jobs.ts';
import { openStorage } from './storage.ts';

const url = await testDatabase();
const database = await openStorage(url);
const neighbour = await openStorage(url);
afterAll(() => Promise.all([database.close(), neighbour.close()]));

const wall = new ManualWall();
const { start, job, left } = jobsOn(database, wall);
beforeEach(() => database.query(sql`truncate job`));

test('a job runs at its time, not earlier, and is removed afterwards', async () => {
  const { ran, keys, run } = recorder();
  const jobs = start(run);
  await jobRows(database, wall).add(job('later', { runAt: new Date(wall.now().getTime() + 60_000) }));

  wall.advance(59_999);
  expect(await jobs.runDue()).toBe(0);
  wall.advance(1);
  await jobs.runDue();

  expect(keys()).toEqual(['later']);
  expect(ran[0]).toMatchObject({ ...caller, kind: 'pay', payload: { key: 'later' }, attempts: 1, requestId: 'request-1' });
  expect(await left()).toEqual([]);
});

test('a commit wakes the worker', async () => {
  const done = Promise.withResolvers<string>();
  start(async ({ key }) => done.resolve(key));

  await database.transaction(async (tx) => jobRows(tx, wall).add(job('now')));

  expect(await done.promise).toBe('now');
});

test('a job of a transaction that rolls back never runs', async () => {
  const { keys, run } = recorder();
  const jobs = start(run);

  await database.transaction(async (tx) => Promise.reject(await jobRows(tx, wall).add(job('undone')))).catch(() => undefined);
  await jobs.runDue();

  expect(keys()).toEqual([]);
});

test('the same job added again changes nothing', async () => {
  const later = new Date(wall.now().getTime() + 1000);
  await jobRows(database, wall).addMany([job('one', { runAt: later }), job('one', { runAt: later })]);
  await jobRows(database, wall).add(job('one', { payload: { other: true } }));

  expect(await database.query(sql`select key, payload, run_at from job`)).toEqual([
    { key: 'one', payload: { key: 'one' }, run_at: later },
  ]);
});

test('failures are retried with growing delays', async () => {
  let attempts = 0;
  const jobs = start(async () => {
    attempts += 1;
    throw new Error(`attempt ${attempts}`);
  });
  await jobRows(database, wall).add(job('bad'));
  const waits: number[] = [];

  for (let count = 0; count < 14; count++) {
    await jobs.runDue();
    const [row] = await database.query(sql<{ due_at: Date; last_error: string }>`select due_at, last_error from job`);
    expect(row?.last_error).toBe(`attempt ${count + 1}`);
    const waitMs = (row?.due_at.getTime() ?? 0) - wall.now().getTime();
    waits.push(waitMs);
    wall.advance(waitMs);
  }

  const plain = waits.map((_, index) => Math.min(500 * 2 ** index, 300_000));
  waits.forEach((waitMs, index) => expect(Math.abs(waitMs / (plain[index] ?? 1) - 1), `wait ${index}`).toBeLessThanOrEqual(0.21));
});

test('a handler can reschedule itself without counting as failed', async () => {
  const due = new Date(wall.now().getTime() + 5_000);
  const ran: number[] = [];
  const jobs = start(async ({ attempts }) => {
    ran.push(attempts);
    if (wall.now() < due) throw retryAt(due);
  });
  await jobRows(database, wall).add(job('patient'));

  await jobs.runDue();
  wall.advance(5_000);
  await jobs.runDue();

  expect(ran).toEqual([1, 1]);
});

test('a job can run immediately, and its failure is left to the worker', async () => {
  const { keys, run } = recorder();
  const jobs = start(async (one) => {
    await run(one);
    if (one.key === 'fails') throw new Error('not now');
  });
  await jobRows(database, wall).addMany([job('works'), job('fails')]);

  await jobs.runNow(job('works'));
  await jobs.runNow(job('fails'));

  expect(keys().toSorted()).toEqual(['fails', 'works']);
  expect(await left()).toEqual(['fails']);
});

test("advancing a platform's clock makes its jobs due earlier, and no others", async () => {
  const { keys, run } = recorder();
  const jobs = start(run);
  const runAt = new Date(wall.now().getTime() + 3_600_000);
  const other = { ...caller, platformId: crypto.randomUUID() };
  const rows = jobRows(database, wall);
  await rows.addMany([job('mine', { runAt }), job('theirs', { runAt, caller: other })]);
  expect((await workLeft(database, { platformId: caller.platformId, now: wall.now() })).nextAt).toEqual(runAt);

  await rows.moveClock(caller.platformId, 3_600_000);
  await jobs.runDue();

  expect(keys()).toEqual(['mine']);
});
