// Claims of jobs under leases, and their results.
import { type RawBuilder, sql } from 'kysely';
import { backOffMs } from '../core/back-off.ts';
import type { Clock } from '../core/clock.ts';
import { batched } from '../storage/batched.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { byPlatform } from '../storage/distributed.ts';
import { tablesOf, unnest } from '../storage/tables.ts';
import { minusMs } from '../storage/times.ts';
import { JobRecord } from '../storage/work-records.ts';
import { alive } from './dead-letters.ts';
import { afterFailure, deathsAfter, type Failing, reasonOf } from './giving-up.ts';
import type { Job } from './job.ts';
import { claimFairly, claimOf, type JobKey, type JobRow, type Selection } from './job-claiming.ts';

/** A job that this worker runs until its lease expires or its process dies. */
export interface ClaimedJob extends Job, Failing {
  readonly claim: string;
  /** Number of processes in a row that died while they ran it. */
  readonly deaths: number;
  /** The previous process died while it ran it. */
  readonly wasCutOff: boolean;
}

export interface JobClaims {
  /** Claims up to `limit` due jobs; with `only`, from that selection. No other worker gets them during the lease. */
  claim(limit: number, only?: Selection): Promise<ClaimedJob[]>;
  /** Whether any job of the platform is due now, claimed or not. */
  isAnyDue(platformId: string): Promise<boolean>;
  /** Whether the job is running, or may be about to run: another process may not have committed its claim yet. */
  isOpen(job: JobKey): Promise<boolean>;
  /** Renews the leases. */
  keep(jobs: readonly ClaimedJob[]): Promise<void>;
  /** Removes a completed job. */
  finish(job: ClaimedJob): Promise<void>;
  /** Records a failure: the job is due again after a backoff, or dead. Returns which. */
  fail(job: ClaimedJob, error: unknown): Promise<{ isDead: boolean }>;
  /** Postpones the job to a time of the platform's clock. */
  postpone(job: ClaimedJob, runAt: Date): Promise<void>;
  /** Real time at which the next unclaimed job is due. */
  nextDue(): Promise<Date | undefined>;
}

export const leaseMs = 60_000;

/** Ends a claim without removing the job. Its workers rest until the next job is due, and did not count this one. */
function releasingOn(database: Database) {
  return async (job: ClaimedJob, changes: RawBuilder<unknown>): Promise<void> => {
    await database.query(sql`
      update job set claim = null, locked_until = null, holder = null, ${changes}
      where platform_id = ${job.platformId} and id = ${job.id} and claim = ${job.claim}`);
    database.wake('job');
  };
}

/** `kinds`: only jobs of these kinds are claimed. */
export function jobClaims(database: Database, wall: Clock, kinds: readonly string[]): JobClaims {
  const leaseEnd = () => new Date(wall.now().getTime() + leaseMs);
  const removeTogether = (jobs: readonly ClaimedJob[]) =>
    database.query(sql`
      delete from job using ${unnest(JobRecord, ['platform_id', 'id', 'claim'], jobs.map(toClaim))}
      where job.platform_id = new.platform_id and job.id = new.id and job.claim = new.claim`);
  const remove = batched<ClaimedJob>(async (jobs) => {
    await byPlatform(database, jobs, { platformOf: ({ platformId }) => platformId, run: removeTogether });
  });
  const release = releasingOn(database);
  const fairly = claimFairly(database);

  return {
    claim: async (limit, only) => {
      const request = { now: wall.now(), leaseEnd: leaseEnd(), life: database.life, kinds, limit };
      const rows = only ? await claimOf(database, request, only) : await fairly(request);
      return rows.map(fromRow).toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
    },
    isAnyDue: async (platformId) => {
      const due = living.where('platform_id', '=', platformId).where('due_at', '<=', wall.now());
      return (await database.query(due.where('kind', '=', sql<string>`any(${kinds}::text[])`).limit(1))).length > 0;
    },
    isOpen: async ({ platformId, kind, key }) => {
      const rows = await database.query(sql`
        select 1 from job
        where platform_id = ${platformId} and kind = ${kind} and key = ${key} and died_at is null
          and (locked_until > ${wall.now()} or due_at <= ${wall.now()})`);
      return rows.length > 0;
    },
    keep: (jobs) => keep(database, jobs, leaseEnd()),
    finish: remove,
    fail: async (job, error) => {
      const now = wall.now();
      const dueAt = new Date(now.getTime() + backOffMs(job.attempts));
      const { failures, failingSince, isDead } = afterFailure(job, error, now);
      await release(
        job,
        sql`due_at = ${dueAt}, last_error = ${reasonOf(error)}, failures = ${failures}, deaths = ${deathsAfter(job, error)},
          failing_since = ${failingSince ?? null}, died_at = ${isDead ? now : null}`,
      );
      return { isDead };
    },
    postpone: async (job, runAt) => {
      const dueAt = minusMs(sql`${runAt}::timestamptz`, sql`clock_offset_ms`);
      await release(job, sql`run_at = ${runAt}, due_at = ${dueAt}, ${alive}`);
    },
    nextDue: async () => {
      const [row] = await database.batch(sql<{ due: Date | null }>`
        select min(due_at) as due from job where kind = any(${kinds}::text[]) and died_at is null and locked_until is null`);
      return row?.due ?? undefined;
    },
  };
}

async function keep(db: Queryable, jobs: readonly ClaimedJob[], until: Date): Promise<void> {
  for (const [platformId, own] of Map.groupBy(jobs, (job) => job.platformId)) {
    const claims = [...new Set(own.map(({ claim }) => claim))];
    await db.query(
      sql`update job set locked_until = ${until} where platform_id = ${platformId} and claim = any(${claims}::uuid[])`,
    );
  }
}

const living = tablesOf(JobRecord).selectFrom('job').select('id').where('died_at', 'is', null);

const toClaim = ({ platformId, id, claim }: ClaimedJob) => ({ platform_id: platformId, id, claim });

function fromRow(row: JobRow): ClaimedJob {
  const { id, kind, key, payload, attempts, failures, deaths, claim, environment } = row;
  return {
    id,
    kind,
    key,
    payload,
    attempts,
    failures,
    deaths,
    claim,
    wasCutOff: row.was_cut_off,
    environment,
    platformId: row.platform_id,
    clockOffsetMs: Number(row.clock_offset_ms),
    runAt: row.run_at,
    dueAt: row.due_at,
    requestId: row.request_id,
    traceparent: row.traceparent ?? undefined,
    failingSince: row.failing_since ?? undefined,
    ...(row.last_error !== null && { lastError: row.last_error }),
  };
}
