// Runs the jobs of a service in this process, beside those who do the same elsewhere.
import { setTimeout as pause } from 'node:timers/promises';
import type { Outside } from '../core/call.ts';
import type { Clock } from '../core/clock.ts';
import { reached } from '../core/crash-points.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../storage/database.ts';
import { startLoop } from './background-loop.ts';
import { ProcessEnded } from './giving-up.ts';
import { type Job, type JobName, RetryAt } from './job.ts';
import { type ClaimedJob, type JobClaims, type JobKey, jobClaims, leaseMs, type Selection } from './job-claims.ts';

/** What a job does. While it waits for a provider inside `outside`, it takes no place. */
export type Handler = (job: Job, outside: Outside) => Promise<void>;

export interface JobsOptions {
  readonly database: Database;
  /** By kind. Jobs of other kinds are left to other processes. */
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly wall: Clock;
  readonly log: Log;
  /** Jobs at once in this process; 16 when absent. */
  readonly concurrency?: number;
}

export interface Jobs {
  /** Looks for due jobs now: for whoever has moved the clock. */
  wake(): void;
  /** Runs everything that is due, also what that leaves behind, and returns how many ran. */
  runDue(): Promise<number>;
  /** How many have ended here since the start. */
  done(): number;
  /** Runs one job at once if it is due, or waits for it where it runs already, here or elsewhere. A failure is left to the worker. */
  runNow(job: JobName): Promise<void>;
  /** Runs what is due of one platform, also what that leaves behind, and waits for what runs of it elsewhere. Tells whether there was any. */
  runFor(platformId: string): Promise<boolean>;
  /** Returns when the jobs that run have ended. */
  stop(): Promise<void>;
}

export function startJobs({ database, handlers, wall, log, concurrency = 16 }: JobsOptions): Jobs {
  const claims = jobClaims(database, wall, Object.keys(handlers));
  const pool = jobPool({ claims, handlers, log });
  const restMs = async () => {
    const due = await claims.nextDue();
    return due ? due.getTime() - wall.now().getTime() : Infinity;
  };
  const loop = startLoop({
    log,
    runDue: async () => {
      const free = concurrency - pool.busy();
      if (free <= 0) return Infinity;
      const claimed = await pool.claim(free, undefined, () => loop.wake());
      return claimed === free ? Infinity : restMs();
    },
  });
  const listening = database.listen('job', () => loop.wake());
  listening.catch((error: unknown) => log.error({ err: error }, 'Listening for jobs failed. Polling instead.'));
  const keeping = setInterval(() => void pool.keep(), leaseMs / 3).unref();

  return {
    wake: loop.wake,
    done: pool.done,
    runNow: ({ kind, key, caller: { platformId } }) => runOrAwait({ platformId, kind, key }, { pool, claims }),
    runFor: async (platformId) => {
      let looks = 0;
      for (let hasRun = false; ; hasRun = true) {
        await pool.claim(concurrency, { platformId });
        const own = pool.waitFor(platformId);
        if (own) await own;
        else if (!(await claims.isAnyDue(platformId))) return hasRun;
        else if (++looks > looksMax) throw new Error('Jobs of the platform are held by another process, which may have died.');
        else await pause(lookEveryMs);
      }
    },
    runDue: async () => {
      for (let count = 0; ; ) {
        const claimed = (await pool.claim(concurrency)) + pool.size();
        if (claimed === 0) return count;
        count += claimed;
        await pool.waitAll();
      }
    },
    stop: async () => {
      await loop.stop();
      await listening.then(
        (end) => end(),
        () => undefined,
      );
      await pool.waitAll();
      clearInterval(keeping);
    },
  };
}

interface JobPoolParts {
  readonly claims: JobClaims;
  readonly handlers: JobsOptions['handlers'];
  readonly log: Log;
}

type JobPool = ReturnType<typeof jobPool>;

/** The jobs that run in this process. */
function jobPool({ claims, handlers, log }: JobPoolParts) {
  const running = new Map<string, { job: ClaimedJob; done: Promise<void> }>();
  let ended = 0;
  let away = 0;
  let claiming: Promise<unknown> = Promise.resolve();

  const start = (job: ClaimedJob, onDone?: () => void) => {
    let waits = 0;
    const outside: Outside = async (wait) => {
      if (waits++ === 0) away += 1;
      onDone?.();
      try {
        return await wait();
      } finally {
        if (--waits === 0) away -= 1;
      }
    };
    const done = runJob({ job, claims, handlers, log, outside }).finally(() => {
      running.delete(nameOf(job));
      ended++;
      onDone?.();
    });
    running.set(nameOf(job), { job, done });
  };
  const claimNow = async (limit: number, only?: Selection, onDone?: () => void) => {
    const jobs = await claims.claim(limit, only);
    for (const job of jobs) start(job, onDone);
    return jobs.length;
  };

  return {
    size: () => running.size,
    /** Without those that wait for providers. */
    busy: () => running.size - away,
    done: () => ended,
    has: (job: JobKey) => running.has(nameOf(job)),
    /** One taking at a time, so that whoever takes after it knows all that runs. */
    claim: (...args: Parameters<typeof claimNow>): Promise<number> => {
      const claimed = claiming.then(() => claimNow(...args));
      claiming = claimed.catch(() => undefined);
      return claimed;
    },
    wait: async (job: JobKey) => running.get(nameOf(job))?.done,
    /** Undefined when none of the platform runs here. */
    waitFor: (platformId: string): Promise<unknown> | undefined => {
      const own = [...running.values()].filter(({ job }) => job.platformId === platformId);
      return own.length > 0 ? Promise.all(own.map(({ done }) => done)) : undefined;
    },
    waitAll: async () => void (await Promise.all([...running.values()].map(({ done }) => done))),
    keep: async () => {
      const jobs = [...running.values()].map(({ job }) => job);
      if (jobs.length > 0)
        await claims.keep(jobs).catch((error: unknown) => log.warn({ err: error }, 'Leases were not renewed.'));
    },
  };
}

/** Another process, which was woken by the commit and was faster, is waited for, but not for ever: it may have died. */
async function runOrAwait(job: JobKey, { pool, claims }: { pool: JobPool; claims: JobClaims }): Promise<void> {
  for (let look = 0; look < looksMax; look++) {
    const claimed = await pool.claim(1, job);
    if (claimed > 0 || pool.has(job)) return pool.wait(job);
    if (!(await claims.isOpen(job))) return;
    await pause(lookEveryMs);
  }
}

const lookEveryMs = 20;
const looksMax = 250;

const nameOf = ({ platformId, kind, key }: JobKey) => `${platformId} ${kind} ${key}`;

/** From here on it is the operator's business too. The job still comes again. */
const attemptsUnnoticed = 10;

/** Never throws: what cannot even be written down comes again when the lease lapses. */
async function runJob({
  job,
  claims,
  handlers,
  log,
  outside,
}: JobPoolParts & { job: ClaimedJob; outside: Outside }): Promise<void> {
  const about = { job: job.id, kind: job.kind, key: job.key, attempts: job.attempts, requestId: job.requestId };
  try {
    const outcome = isDeadly(job) ? new ProcessEnded(job.deaths) : await attempt(() => handlers[job.kind]?.(job, outside));
    reached('job run');
    if (!outcome) return await claims.finish(job);
    if (outcome instanceof RetryAt) return await claims.postpone(job, outcome.runAt);
    const { isDead } = await claims.fail(job, outcome);
    if (isDead) log.error({ ...about, err: outcome }, 'A job was given up. Fix the cause, then retry the dead letter.');
    else if (job.attempts < attemptsUnnoticed) log.warn({ ...about, err: outcome }, 'A job failed and will be retried.');
    else log.error({ ...about, err: outcome }, 'A job keeps failing and will be retried.');
  } catch (error) {
    log.error({ ...about, err: error }, 'The result of a job could not be recorded. The job will be retried.');
  }
}

/**
 * It was cut off more than once: it rests before it runs again, so that what ran beside it is done meanwhile. The attempt was
 * counted in the commit that took it, before it could do any harm.
 */
const isDeadly = ({ wasCutOff, deaths }: ClaimedJob) => wasCutOff && deaths > 1;

/** What the handler threw, if anything. */
async function attempt(handle: () => Promise<void> | undefined): Promise<unknown> {
  try {
    await handle();
    return undefined;
  } catch (error) {
    return error ?? new Error('The job failed without an error.');
  }
}
