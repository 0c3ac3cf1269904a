// A job that kills every process rests longer and longer between attempts, and is given up before it blocks everything.
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { deadLetters } from '../../services/kit/background/dead-letters.ts';
import { deathsMax } from '../../services/kit/background/giving-up.ts';
import { jobRows } from '../../services/kit/background/jobs.ts';
import { testDatabase } from '../kit/database.ts';
import { ManualWall } from '../kit/wall.ts';
import { jobsOn, recorder } from './paying-jobs.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(await testDatabase());
afterAll(() => database.close());
const wall = new ManualWall();
const { start, job, left } = jobsOn(database, wall);
const letters = deadLetters(database);

interface Standing {
  readonly key: string;
  readonly attempts: number;
  readonly resting: boolean;
}

const standing = () => database.query(sql<Standing>`select key, attempts, claim is null as resting from job order by key`);

/** A process that takes due jobs and dies before any of them is done. Returns what it ran. */
async function processThatEnds(over: Promise<void>): Promise<string[]> {
  const ran: string[] = [];
  const before = new Map((await standing()).map(({ key, attempts }) => [key, attempts]));
  const worker = start(async ({ key }) => {
    ran.push(key);
    await over;
  });
  const hasTaken = ({ key, attempts, resting }: Standing) => attempts !== before.get(key) && (resting || ran.includes(key));
  await expect.poll(async () => (await standing()).every(hasTaken)).toBe(true);
  void worker.stop();
  wall.advance(3_600_000); // longer than its leases, and than any rest
  return ran;
}

test('a job whose process always dies is given up, until it is retried', async () => {
  const over = Promise.withResolvers<void>();
  await jobRows(database, wall).add(job('deadly'));

  const ran: string[] = [];
  while ((await letters.count()) === 0n) ran.push(...(await processThatEnds(over.promise)));
  const [letter] = await letters.list({ limit: 10 });
  over.resolve();

  expect(ran).toHaveLength(deathsMax);
  expect(letter).toMatchObject({
    key: 'deadly',
    last_error: expect.stringMatching(/^The process died while it ran this job, 8 times/),
  });
  const { keys, run } = recorder();
  const survivor = start(run);
  await letters.retry({ kind: 'pay' }, wall.now());
  await survivor.runDue();
  expect([keys(), await left()]).toEqual([['deadly'], []]);
});

test('the jobs next to it are done by the next live process, and no death is counted against them', async () => {
  const over = Promise.withResolvers<void>();
  await jobRows(database, wall).addMany([job('deadly'), job('innocent')]);
  for (let count = 0; count < 3; count += 1) await processThatEnds(over.promise);

  const { keys, run } = recorder();
  const survivor = start(run);
  wall.advance(3_600_000);
  await survivor.runDue();
  over.resolve();

  expect(keys().toSorted()).toEqual(['deadly', 'innocent']);
  expect([await left(), await letters.count()]).toEqual([[], 0n]);
});
