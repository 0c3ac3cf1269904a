// Runs the jobs of a service in this process. Other processes may do the same.
import { setTimeout as pause } from 'node:timers/promises';
import type { Outside } from '../core/call.ts';
import type { Clock } from '../core/clock.ts';
import { reached } from '../core/crash-points.ts';
import { currentDryRun } from '../core/dry-run.ts';
import { type Log, silent } from '../core/log.ts';
import { resumed, type Step } from '../core/tracing.ts';
import type { Database } from '../storage/database.ts';
import { startLoop } from './background-loop.ts';
import { isDeadly, ProcessEnded } from './giving-up.ts';
import { type Job, type JobName, looksEveryMs, RetryAt } from './job.ts';
import type { JobKey, Selection } from './job-claiming.ts';
import { type ClaimedJob, type JobClaims, jobClaims, leaseMs } from './job-claims.ts';

/** Runs a job. While it waits for a provider inside `outside`, it does not count towards the concurrency limit. */
export type Handler = (job: Job, outside: Outside) => Promise<void>;

export interface JobsOptions {
  readonly database: Database;
  /** By kind. This process does not claim other kinds. */
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly wall: Clock;
  readonly log: Log;
  /** Maximum of concurrent jobs in this process. Default: 16. */
  readonly concurrency?: number;
}

export interface Jobs {
  /** Looks for due jobs now, for example after a clock advance. */
  wake(): void;
  /** Runs all due jobs, including those that they add. Returns how many ran. */
  runDue(): Promise<number>;
  /** Number of jobs that ended here since the start. */
  done(): number;
  /** Runs a job now if it is due. If it is already running, here or elsewhere, waits for it. Failures are handled by the worker. */
  runNow(job: JobName): Promise<void>;
  /**
   * Runs all due jobs of a platform, including those that they add, and waits for those that run elsewhere. Returns whether there were any.
   */
  runFor(platformId: string): Promise<boolean>;
  /** Returns when the running jobs have ended. */
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
    idleMaxMs: looksEveryMs,
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
    runNow: ({ kind, key, caller: { platformId } }) => {
      const job = { platformId, kind, key };
      return currentDryRun() ? runApart(job, { claims, handlers, log: silent }) : runOrAwait(job, { pool, claims });
    },
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
    /** Number of running jobs, without those that wait for providers. */
    busy: () => running.size - away,
    done: () => ended,
    has: (job: JobKey) => running.has(nameOf(job)),
    /** Claims one batch at a time, so that each caller knows all running jobs. */
    claim: (...args: Parameters<typeof claimNow>): Promise<number> => {
      const claimed = claiming.then(() => claimNow(...args));
      claiming = claimed.catch(() => undefined);
      return claimed;
    },
    wait: async (job: JobKey) => running.get(nameOf(job))?.done,
    /** Undefined if no job of the platform runs here. */
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

/** In a dry run: other work does not wait for it, and a failure is not retried. */
async function runApart(job: JobKey, parts: JobPoolParts): Promise<void> {
  const [claimed] = await parts.claims.claim(1, job);
  if (claimed) await runJob({ ...parts, job: claimed, outside: (wait) => wait() });
}

/** Another process may have been faster to claim the job. Waits for it with a timeout, because it may have died. */
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

/** From this attempt on, failures are logged as errors for operators. The job is still retried. */
const attemptsUnnoticed = 10;

/** Never throws. If the result cannot be recorded, the job runs again when its lease expires. */
async function runJob({
  job,
  claims,
  handlers,
  log,
  outside,
}: JobPoolParts & { job: ClaimedJob; outside: Outside }): Promise<void> {
  const about = { job: job.id, kind: job.kind, key: job.key, attempts: job.attempts, requestId: job.requestId };
  try {
    const outcome = isDeadly(job)
      ? new ProcessEnded('ran this job', job.deaths)
      : await attempt(() => resumed(job.traceparent, stepOf(job), async () => handlers[job.kind]?.(job, outside)));
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

function stepOf({ kind, attempts, requestId }: ClaimedJob): Step {
  const attributes = { 'payments.job.kind': kind, 'payments.job.attempts': attempts, 'payments.request_id': requestId };
  return { name: `job ${kind}`, kind: 'CONSUMER', attributes };
}

/** The error of the handler, if any. */
async function attempt(handle: () => Promise<void>): Promise<unknown> {
  try {
    await handle();
    return undefined;
  } catch (error) {
    return error ?? new Error('The job failed without an error.');
  }
}
