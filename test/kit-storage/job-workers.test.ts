// Jobs with several workers, or with a dead worker: never two runs at the same moment.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { jobClaims } from '../../services/kit/background/job-claims.ts';
import { type Job, jobRows } from '../../services/kit/background/jobs.ts';
import { testDatabase } from '../kit/database.ts';
import { ManualWall } from '../kit/wall.ts';
import { jobsOn, recorder } from './paying-jobs.ts';
import { openStorage } from './storage.ts';

const url = await testDatabase();
const database = await openStorage(url);
const neighbour = await openStorage(url);
afterAll(() => Promise.all([database.close(), neighbour.close()]));

const wall = new ManualWall();
const { job, start, left } = jobsOn(database, wall);
beforeEach(() => database.query(sql`truncate job`));

test('a job of a dead worker runs again when its lease has expired', async () => {
  const { ran, run } = recorder();
  await jobRows(database, wall).add(job('orphan'));
  await jobClaims(database, wall, ['pay']).claim(1); // and never reports again
  const jobs = start(run);

  wall.advance(59_000);
  expect(await jobs.runDue()).toBe(0);
  wall.advance(1_000);
  await jobs.runDue();

  expect(ran.map(({ key, attempts }) => ({ key, attempts }))).toEqual([{ key: 'orphan', attempts: 2 }]);
});

test('a worker without its lease cannot finish the job for the new holder', async () => {
  await jobRows(database, wall).add(job('contested'));
  const claims = jobClaims(database, wall, ['pay']);
  const [slow] = await claims.claim(1);
  wall.advance(60_000);
  await claims.claim(1);

  if (slow) await claims.finish(slow);

  expect(await left()).toEqual(['contested']);
});

test('two workers share the jobs and never run one at the same time', async () => {
  const runs = new Map<string, number>();
  const handler = async ({ key }: Job) => {
    await pause(1);
    runs.set(key, (runs.get(key) ?? 0) + 1);
  };
  const both = [start(handler), start(handler, neighbour)];
  const keys = Array.from({ length: 300 }, (_, index) => `job-${index}`);

  await jobRows(database, wall).addMany(keys.map((key) => job(key)));
  await Promise.all(both.map((jobs) => jobs.runDue()));
  await Promise.all(both.map((jobs) => jobs.runDue())); // what the other one had taken

  expect([...runs.values()].every((count) => count === 1)).toBe(true);
  expect(runs.size).toBe(300);
});

test.each(['postpone', 'fail'] as const)('to %s a job wakes the workers, which did not count it while it ran', async (end) => {
  await jobRows(database, wall).add(job('tried', { runAt: new Date(wall.now().getTime() + 60_000) })); // too late to wake them now
  wall.advance(60_000);
  const claims = jobClaims(database, wall, ['pay']);
  const [tried] = await claims.claim(1);
  const woken = Promise.withResolvers<string>();
  onTestFinished(await database.listen('job', woken.resolve));

  if (tried && end === 'postpone') await claims.postpone(tried, wall.now());
  if (tried && end === 'fail') await claims.fail(tried, new Error('no answer'));

  expect(await woken.promise).toBe('');
});

/** A job that starts and runs until the test lets it finish. */
function stage() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  return { begun, begin, finished, finish };
}

/** Runs the job immediately, with a worker that finishes quickly; returns whether it is done after a while. */
function awaited(key: string) {
  let isOver = false;
  const over = start(async () => undefined)
    .runNow(job(key))
    .then(() => (isOver = true));
  const isOverSoon = async () => {
    await database.query(sql`select pg_sleep(0.1)`);
    return isOver;
  };
  return { over, isOverSoon };
}

test('an immediate run waits for another process that holds the job', async () => {
  const { begun, begin, finished, finish } = stage();
  await jobRows(database, wall).add(job('slow'));
  const running = start(() => (begin(), finished), neighbour).runNow(job('slow'));
  await begun;

  const { over, isOverSoon } = awaited('slow');

  expect(await isOverSoon()).toBe(false);
  finish();
  await Promise.all([running, over]);
  expect(await left()).toEqual([]);
});

test('and for one that is taking it, but has not committed yet', async () => {
  const { begun, begin, finished, finish } = stage();
  await jobRows(database, wall).add(job('slow'));
  const taking = neighbour.transaction(async (tx) => {
    await tx.query(sql`update job set claim = gen_random_uuid(), locked_until = ${new Date(wall.now().getTime() + 60_000)}`);
    begin();
    await finished;
  });
  await begun;

  const { over, isOverSoon } = awaited('slow');
  const before = await isOverSoon();
  finish();
  await taking;

  expect([before, await isOverSoon()]).toEqual([false, false]);
  await database.query(sql`delete from job`);
  await over;
});
