// Claims jobs under leases, fairly: the jobs of one platform do not delay those of others.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { Life } from '../storage/life.ts';
import type { Row } from '../storage/tables.ts';
import type { JobRecord } from '../storage/work-records.ts';
import type { Job } from './job.ts';

export interface ClaimRequest {
  readonly now: Date;
  readonly leaseEnd: Date;
  readonly life: Life;
  readonly kinds: readonly string[];
  readonly limit: number;
}

/** A claimed job. `was_cut_off`: its previous process died without recording a result, so its claim was still set. */
export type JobRow = Row<typeof JobRecord> & { readonly claim: string; readonly was_cut_off: boolean };

/** One job, or the jobs of one platform. */
export type Selection = JobKey | { readonly platformId: string };

export type JobKey = Pick<Job, 'platformId' | 'kind' | 'key'>;

/** Claims jobs of a selection. */
export function claimOf(db: Queryable, request: ClaimRequest, only: Selection): Promise<JobRow[]> {
  return db.batch(claimStatement(request, only));
}

/** Claims any jobs, platform by platform. Remembers its position among the platforms, so each worker has its own. */
export function claimFairly(db: Queryable): (request: ClaimRequest) => Promise<JobRow[]> {
  let isCrowded = false;
  let lastPlatform = firstId;

  /** From the last position on. */
  const claimOfNext = async (request: ClaimRequest): Promise<JobRow[]> => {
    const due = await platformsAfter(db, request, lastPlatform);
    const shares = sharesOf(due, request.limit);
    const lastServed = [...shares.keys()].at(-1) ?? firstId;
    const isEnd = due.length < rowsMax && lastServed === (due.at(-1) ?? firstId);
    lastPlatform = isEnd ? firstId : lastServed;
    const rows = await claimShares(db, request, shares);
    return rows.length > 0 || isEnd ? rows : claimOfNext(request);
  };

  return async (limits) => {
    const request = { ...limits, limit: Math.min(limits.limit, rowsMax) };
    const ofNext = isCrowded ? await claimOfNext(request) : [];
    const rows =
      ofNext.length > 0 ? ofNext : await claimShares(db, request, sharesOf(await oldestDue(db, request), request.limit));
    isCrowded = rows.length === request.limit; // there may be more jobs, possibly of one platform
    return rows;
  };
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Maximum number of due jobs per query. */
const rowsMax = 200;

/** One statement per platform: a distributed database locks rows only on the worker of a constant platform. */
async function claimShares(db: Queryable, request: ClaimRequest, shares: ReadonlyMap<string, number>): Promise<JobRow[]> {
  const rows: JobRow[] = [];
  for (const [platformId, limit] of shares) rows.push(...(await claimOf(db, { ...request, limit }, { platformId })));
  return rows;
}

/** How many jobs to claim of each platform: the first one of each, then the second ones. Takes the platform of each due job. */
function sharesOf(due: readonly string[], limit: number): Map<string, number> {
  const counts = new Map<string, number>();
  const inTurns = due.map((platform) => {
    const turn = (counts.get(platform) ?? 0) + 1;
    counts.set(platform, turn);
    return { platform, turn };
  });
  const chosen = inTurns.toSorted((one, other) => one.turn - other.turn).slice(0, limit);
  return new Map(chosen.map(({ platform, turn }) => [platform, turn]));
}

/** Due, not dead, and not claimed. */
const isFree = ({ now, life, kinds }: ClaimRequest) => sql`
  died_at is null and kind = any(${kinds}::text[]) and due_at <= ${now}
    and (locked_until is null or locked_until <= ${now} or holder = any(${life.dead()}::int[]))`;

interface Due {
  readonly platform: string;
}

/** The platform of each of the oldest due jobs. */
async function oldestDue(db: Queryable, request: ClaimRequest): Promise<string[]> {
  const rows = await db.batch(
    sql<Due>`select platform_id as platform from job where ${isFree(request)} order by due_at limit ${rowsMax}`,
  );
  return rows.map(({ platform }) => platform);
}

/**
 * The platform of each due job, platform by platform. One with more jobs than a query returns ends it, and the next query starts behind that
 * platform.
 */
async function platformsAfter(db: Queryable, request: ClaimRequest, after: string): Promise<string[]> {
  const rows = await db.query(sql<Due>`
    select platform_id as platform from job where platform_id > ${after} and ${isFree(request)}
    order by platform_id, due_at limit ${rowsMax}`);
  return rows.map(({ platform }) => platform);
}

/**
 * The rows are locked in a separate step, because inside the condition of the update the planner might evaluate them twice. They are found
 * again by their place: by id, a plan that was made for few jobs would read all jobs of the platform for each.
 */
function claimStatement(request: ClaimRequest, only: Selection): RawBuilder<JobRow> {
  const { leaseEnd, life, limit } = request;
  const { platformId } = only;
  const which = 'kind' in only ? sql`kind = ${only.kind} and key = ${only.key}` : sql`true`;
  return sql<JobRow>`
    with due as materialized (
      select ctid as place, claim is not null as was_cut_off from job where platform_id = ${platformId} and ${which} and ${isFree(request)}
      order by due_at limit ${limit} for update skip locked
    )
    update job set claim = ${randomUUID()}, locked_until = ${leaseEnd}, holder = ${life.holder}, attempts = attempts + 1,
      deaths = deaths + was_cut_off::int
    from due where platform_id = ${platformId} and job.ctid = place
    returning job.*, was_cut_off`;
}
