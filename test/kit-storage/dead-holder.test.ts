// Leases of a killed process are free long before they expire; a live process keeps its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { jobClaims } from '../../services/kit/background/job-claims.ts';
import { outboxClaims } from '../../services/kit/background/outbox-claims.ts';
import { idempotencyTable } from '../../services/kit/calls/idempotency.ts';
import { wall } from '../../services/kit/core/clock.ts';
import type { Database } from '../../services/kit/storage/database.ts';
import { registerProcess } from '../../services/kit/storage/processes.ts';
import { testDatabase } from '../kit/database.ts';
import { timed } from '../kit/machine-time.ts';
import { eventually } from '../kit/payments.ts';
import { addWork, keyed, secrets } from './leases.ts';
import { openStorage } from './storage.ts';

const takeoverMsMax = 3_000;

async function open(url: string): Promise<Database> {
  const database = await openStorage(url);
  onTestFinished(() => database.close());
  return database;
}

/** A process that holds all available leases. */
async function holderOf(url: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'lease-holder.ts'), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  const [line] = await once(holder.stdout, 'data');
  expect(JSON.parse(String(line))).toEqual([1, 1, 'run']);
  return holder;
}

const taken = async (database: Database) => {
  const jobs = await jobClaims(database, wall, ['pay']).claim(1);
  const { lots } = await outboxClaims(database, wall).claim();
  const { kind } = await idempotencyTable(database, wall).claim(keyed);
  return [jobs.length, lots.length, kind];
};

test.each(['before', 'after'])('a process that started %s the kill takes over the leases of the killed one', async (when) => {
  const url = await testDatabase();
  const first = await open(url);
  await addWork(first);
  const holder = await holderOf(url);
  await expect.poll(() => taken(first)).toEqual([0, 0, 'running']);

  const started = when === 'before' ? first : undefined;
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const database = started ?? (await open(url));
  const { wallMs, ownMs } = await timed([], async () => {
    await registerProcess(database, wall, secrets);
    const left = new Set(['job', 'events', 'key']);
    await eventually(
      () => taken(database),
      ([jobs, lots, key]) => {
        if (jobs === 1) left.delete('job');
        if (lots === 1) left.delete('events');
        if (key === 'run') left.delete('key');
        return left.size === 0;
      },
    );
  });

  console.log(`Taken over ${Math.round(wallMs)} ms after the kill.`);
  expect(ownMs).toBeLessThan(takeoverMsMax);
});

test('a process whose session breaks restores it, and keeps its leases', async () => {
  const url = await testDatabase();
  const [mine, theirs] = [await open(url), await open(url)];
  await addWork(mine);
  await registerProcess(mine, wall, secrets);
  await registerProcess(theirs, wall, secrets);
  await taken(mine);
  await expect.poll(() => theirs.life.isDead(mine.life.holder)).toBe(false);

  const heard = Promise.withResolvers<void>();
  await mine.listen('any', () => heard.resolve());
  await theirs.query(sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = ${mine.life.holder} and database = (select oid from pg_database where datname = current_database())`);
  await heard.promise; // a listener is called once after a break

  expect(await taken(theirs)).toEqual([0, 0, 'running']);
  expect([theirs.life.dead(), mine.life.dead()]).toEqual([[], []]);
});

test('of two runs of one call, the first answer counts for both', async () => {
  const url = await testDatabase();
  const [mine, theirs] = [idempotencyTable(await open(url), wall), idempotencyTable(await open(url), wall)];
  const claimed = await mine.claim(keyed);
  if (claimed.kind !== 'run') throw new Error('The key was not free.');
  await mine.suspend(claimed.claim); // as if the lease had expired
  const again = await theirs.claim(keyed);
  if (again.kind !== 'run') throw new Error('The key was not taken over.');

  const first = await theirs.finish(again.claim, { reply: Buffer.from('first') });
  const second = await mine.finish(claimed.claim, { reply: Buffer.from('second') });

  expect(again.claim.operationId).toBe(claimed.claim.operationId);
  expect([first, second]).toEqual([undefined, { reply: Buffer.from('first') }]);
});
