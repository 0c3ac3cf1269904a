// Jobs: work that a commit adds. A process of the service runs it at least once, at or after its time.
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@bufbuild/protobuf';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../core/caller.ts';
import { type Clock, wall as machine } from '../core/clock.ts';
import { currentTrace } from '../core/tracing.ts';
import type { Queryable } from '../storage/database.ts';
import { byPlatform } from '../storage/distributed.ts';
import { inTransaction } from '../storage/in-transaction.ts';
import { unnest } from '../storage/tables.ts';
import { minusMs } from '../storage/times.ts';
import { JobRecord } from '../storage/work-records.ts';
import { alive } from './dead-letters.ts';
import { type JobName, looksEveryMs } from './job.ts';

export { type Job, type JobName, retryAt } from './job.ts';
export { startLanes } from './job-lanes.ts';
export { type Handler, type Jobs, startJobs } from './job-worker.ts';

/** A job to add. */
export interface NewJob extends JobName {
  /** Selects the handler. */
  readonly kind: string;
  /** Identifies the job within its kind and platform. Adding an existing job does nothing, except that it revives a dead one. */
  readonly key: string;
  /** The platform of the job. A `Caller` fits. */
  readonly caller: Pick<Caller, 'platformId' | 'environment' | 'clockOffsetMs'>;
  readonly payload: JsonObject;
  /** In the platform's time. */
  readonly runAt: Date;
  readonly requestId: string;
  /** Default: of the running code. Required if it is written later, with the jobs of other requests. */
  readonly traceparent?: string;
}

export interface JobRows {
  add(job: NewJob): Promise<void>;
  addMany(jobs: readonly NewJob[]): Promise<void>;
  /** Removes a job. Does not stop a running one. */
  remove(job: JobName): Promise<void>;
  /** The platform's clock now runs at least this far ahead of the wall: due times of its jobs move earlier by the difference. */
  moveClock(platformId: string, clockOffsetMs: number): Promise<void>;
}

/** The job table, for writers. */
export function jobRows(db: Queryable, wall: Clock = machine): JobRows {
  const addMany = async (jobs: readonly NewJob[]) => {
    if (jobs.length === 0) return;
    const run = (some: readonly NewJob[]) => db.query(jobInsert(some, { now: wall.now(), which: sql`true` }));
    await byPlatform(db, jobs, { platformOf: ({ caller }) => caller.platformId, run });
    wakeFor(db, jobs, wall.now());
  };

  return {
    add: (job) => addMany([job]),
    addMany,
    remove: async (job) => void (await db.query(jobDelete([job], sql`true`))),
    moveClock: async (platformId, clockOffsetMs) => {
      const hasMoved = await (db.isDistributed ? moveClockApart : moveClockTogether)(db, platformId, clockOffsetMs);
      if (hasMoved) db.notify('job');
    },
  };
}

const clockMove = (platformId: string, clockOffsetMs: number) => sql<{ offset_ms: bigint }>`
  insert into platform_clock (platform_id, offset_ms) values (${platformId}, ${clockOffsetMs})
  on conflict (platform_id) do update set offset_ms = greatest(platform_clock.offset_ms, excluded.offset_ms)
  returning offset_ms`;

const jobMove = (platformId: string, offsetMs: RawBuilder<unknown>, from = sql``) => sql`
  update job set due_at = ${minusMs(sql`due_at`, sql`${offsetMs} - clock_offset_ms`)}, clock_offset_ms = ${offsetMs}
  ${from} where platform_id = ${platformId} and clock_offset_ms < ${offsetMs} returning 1`;

/** Returns whether any job moved. */
async function moveClockTogether(db: Queryable, platformId: string, clockOffsetMs: number): Promise<boolean> {
  const moved = await db.query(sql`
    with clock as (${clockMove(platformId, clockOffsetMs)}), moved as (${jobMove(platformId, sql`offset_ms`, sql`from clock`)})
    select from moved limit 1`);
  return moved.length > 0;
}

/** The same in two statements, for distributed tables. */
function moveClockApart(db: Queryable, platformId: string, clockOffsetMs: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [clock] = await tx.query(clockMove(platformId, clockOffsetMs));
    const moved = await tx.query(jobMove(platformId, sql`${clock?.offset_ms}::bigint`));
    return moved.length > 0;
  });
}

interface Adding {
  /** On the wall. */
  readonly now: Date;
  /** Nothing is added unless this holds. */
  readonly which: RawBuilder<unknown>;
  /** Of these jobs, those that replace an existing one, which may be running. */
  readonly replacing?: readonly NewJob[];
}

/** Adds jobs; a dead one with the same name is revived with its new time and payload. Also as a part of a larger statement. */
export function jobInsert(jobs: readonly NewJob[], { now, which, replacing = [] }: Adding): RawBuilder<unknown> {
  return sql`
    insert into job (id, kind, key, platform_id, environment, clock_offset_ms, payload, run_at, due_at, request_id, traceparent, created_at)
    select id, kind, key, platform_id, environment, clock.ms, payload, run_at,
           ${minusMs(sql`run_at`, sql`clock.ms`)}, request_id, traceparent, ${now}
    from ${unnest(JobRecord, newColumns, firstOfEach(jobs).map(toNewRow))}
    left join platform_clock moved using (platform_id)
    cross join lateral (select greatest(clock_offset_ms, moved.offset_ms) as ms) clock -- it may have moved since the caller looked
    where ${which}
    on conflict (platform_id, kind, key) do update set payload = excluded.payload, run_at = excluded.run_at,
      due_at = ${minusMs(sql`excluded.run_at`, sql`job.clock_offset_ms`)}, traceparent = excluded.traceparent, claim = null, locked_until = null,
      holder = null, ${alive}
    where job.died_at is not null or job.kind || ' ' || job.key = any(${replacing.map(({ kind, key }) => `${kind} ${key}`)}::text[])`;
}

/** One statement can write a row once. */
function firstOfEach(jobs: readonly NewJob[]): NewJob[] {
  const named = jobs.map((job) => [`${job.caller.platformId} ${job.kind} ${job.key}`, job] as const);
  return [...new Map(named.toReversed()).values()];
}

/** Removes jobs, but does not stop running ones. Also as a part of a larger statement. */
export function jobDelete(names: readonly JobName[], which: RawBuilder<unknown>): RawBuilder<unknown> {
  const keys = names.map(({ kind, key, caller }) => ({ platform_id: caller.platformId, kind, key }));
  return sql`
    delete from job using ${unnest(JobRecord, ['platform_id', 'kind', 'key'], keys)}
    where job.platform_id = new.platform_id and job.kind = new.kind and job.key = new.key and ${which}`;
}

/** Wakes the workers, except for jobs that they find in time when they next look. */
export function wakeFor(db: Queryable, jobs: readonly NewJob[], now: Date): void {
  const isSoon = ({ runAt, caller }: NewJob) => runAt.getTime() - caller.clockOffsetMs - now.getTime() <= looksEveryMs;
  if (jobs.some(isSoon)) db.notify('job');
}

const newColumns = [
  ...(['id', 'kind', 'key', 'platform_id', 'environment', 'clock_offset_ms', 'payload', 'run_at', 'request_id'] as const),
  'traceparent',
] as const;

const toNewRow = ({ kind, key, caller, payload, runAt, requestId, traceparent = currentTrace() }: NewJob) => ({
  id: randomUUID(), // not by default: a distributed database would evaluate it on another server than the one that inserts
  kind,
  key,
  platform_id: caller.platformId,
  environment: caller.environment,
  clock_offset_ms: BigInt(caller.clockOffsetMs),
  payload,
  run_at: runAt,
  request_id: requestId,
  traceparent: traceparent ?? null,
});
