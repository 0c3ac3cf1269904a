// Jobs are given up only for unexpected errors, only after many attempts over hours, and never irrevocably.
import { Code, ConnectError } from '@connectrpc/connect';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { deadLetters } from '../../services/kit/background/dead-letters.ts';
import { failingMsMax, failuresMax } from '../../services/kit/background/giving-up.ts';
import { jobRows, retryAt } from '../../services/kit/background/jobs.ts';
import { workLeft } from '../../services/kit/background/work-left.ts';
import { fail } from '../../services/kit/messages/fail.ts';
import { testDatabase } from '../kit/database.ts';
import { ManualWall } from '../kit/wall.ts';
import { caller, jobsOn, recorder } from './paying-jobs.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(await testDatabase());
afterAll(() => database.close());

const wall = new ManualWall();
const { start, job, left } = jobsOn(database, wall);
const letters = deadLetters(database);
beforeEach(() => database.query(sql`truncate job`));

/** A handler that throws the current `error` and counts its runs. */
function failing(error: unknown) {
  const state = { error, count: 0 };
  const run = async () => {
    state.count += 1;
    if (state.error) throw state.error;
  };
  return { state, run };
}

/** This many attempts, over this long. */
async function attempts(jobs: ReturnType<typeof start>, count: number, overMs: number): Promise<void> {
  for (let attempt = 1; attempt <= count; attempt++) {
    await jobs.runDue();
    wall.advance(overMs / (count - 1));
  }
}

test('a job with unexpected errors for hours is given up, and runs again when it is retried', async () => {
  const { state, run } = failing(new Error('poison\0'));
  const jobs = start(run);
  await jobRows(database, wall).add(job('bad'));

  await attempts(jobs, failuresMax + 5, failingMsMax * 2);

  expect(state.count).toBeLessThan(failuresMax + 5);
  const [letter] = await letters.list({ limit: 10 });
  const about = { kind: 'pay', key: 'bad', platform_id: caller.platformId, failures: state.count, last_error: 'poison' };
  expect(letter).toMatchObject({ ...about, payload: { key: 'bad' } });
  expect((await workLeft(database, { platformId: caller.platformId, now: wall.now() })).nextAt).toBeUndefined();

  state.error = undefined;
  const seen = [await letters.retry({ platformId: crypto.randomUUID() }, wall.now()), await letters.retry({}, wall.now())];
  await jobs.runDue();
  expect([seen, await left(), await letters.count()]).toEqual([[0n, 1n], [], 0n]);
});

test.each([
  ['many attempts in a short time', failuresMax * 2, failingMsMax - 1],
  ['few attempts over a long time', failuresMax - 1, failingMsMax * 5],
])('%s are not enough', async (_, count, overMs) => {
  const { state, run } = failing(new Error('poison'));
  const jobs = start(run);
  await jobRows(database, wall).add(job('bad'));

  await attempts(jobs, count, overMs);

  expect(state.count).toBeGreaterThan(10);
  expect(await letters.count()).toBe(0n);
});

test.each([
  [
    'a service that is away',
    fail(ErrorCode.SERVICE_UNAVAILABLE, 'A service that this request depends on is not available. Try again.'),
  ],
  ['a rail that is away', new ConnectError('away', Code.Unavailable)],
  ['a rail that does not answer in time', new ConnectError('late', Code.DeadlineExceeded)],
  ['a rail that has too much to do', new ConnectError('slowly', Code.ResourceExhausted)],
  ['a database that goes down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['a disk that is full', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['a statement that is cancelled', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['a host without an address', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })],
  ['a cause that is an outage', new Error('not sent', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) })],
])('%s is retried forever', async (_, error) => {
  const { state, run } = failing(error);
  const jobs = start(run);
  await jobRows(database, wall).add(job('patient'));

  await attempts(jobs, failuresMax * 2, failingMsMax * 10);
  expect(state.count).toBe(failuresMax * 2);
  state.error = undefined;
  await jobs.runDue();

  expect(await left()).toEqual([]);
});

test('a job that makes progress in between starts over', async () => {
  const { state, run } = failing(new Error('poison'));
  const jobs = start(run);
  await jobRows(database, wall).add(job('slow'));
  await attempts(jobs, failuresMax - 1, failingMsMax * 2);

  state.error = retryAt(new Date(wall.now().getTime() + 1_000));
  await jobs.runDue();
  wall.advance(1_000);
  state.error = new Error('poison');
  await attempts(jobs, 2, failingMsMax);

  expect([state.count, await letters.count()]).toEqual([failuresMax + 2, 0n]);
});

test('adding a dead job again makes it due, with its new payload', async () => {
  const { state, run } = failing(new Error('poison'));
  const { ran, run: record } = recorder();
  const jobs = start((one) => record(one).then(run));
  const rows = jobRows(database, wall);
  await rows.add(job('bad'));
  await attempts(jobs, failuresMax, failingMsMax);
  expect(await letters.count()).toBe(1n);

  state.error = undefined;
  await rows.addMany([job('bad', { payload: { again: true } }), job('other')]);
  await jobs.runDue();

  await expect.poll(left).toEqual([]);
  const payloads = ran.slice(failuresMax).map(({ key, payload }) => ({ key, payload }));
  expect(payloads.toSorted((one, another) => one.key.localeCompare(another.key))).toEqual([
    { key: 'bad', payload: { again: true } },
    { key: 'other', payload: { key: 'other' } },
  ]);
});
