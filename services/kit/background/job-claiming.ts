// Claims jobs under leases, fairly: the jobs of one platform do not delay those of others.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { Life } from '../storage/life.ts';
import type { Row } from '../storage/tables.ts';
import type { JobRecord } from '../storage/work-records.ts';

export interface ClaimRequest {
  readonly now: Date;
  readonly leaseEnd: Date;
  readonly life: Life;
  readonly kinds: readonly string[];
  readonly limit: number;
}

/** A claimed job. `was_cut_off`: its previous process died without recording a result, so its claim was still set. */
export type JobRow = Row<typeof JobRecord> & { readonly claim: string; readonly was_cut_off: boolean };

/** Claims jobs that match a condition on their rows. */
export async function claimWhere(db: Queryable, request: ClaimRequest, which: RawBuilder<unknown>): Promise<JobRow[]> {
  return db.query(claimStatement(request, firstDue(request, which)));
}

/** Claims any jobs. Remembers its position among the platforms, so each worker has its own. */
export function claimFairly(db: Queryable): (request: ClaimRequest) => Promise<JobRow[]> {
  let isCrowded = false;
  let lastPlatform = firstId;

  /** Platform by platform, from the last position. */
  const claimOfEach = async (request: ClaimRequest): Promise<JobRow[]> => {
    const platforms = await platformsAfter(db, lastPlatform);
    const isEnd = platforms.length < platformsMax;
    lastPlatform = isEnd ? firstId : (platforms.at(-1) ?? firstId);
    const rows = await db.query(claimStatement(request, firstDueOfEach(request, platforms)));
    return rows.length > 0 || isEnd ? rows : claimOfEach(request);
  };

  return async (limits) => {
    const request = { ...limits, limit: Math.min(limits.limit, firstMax) };
    const ofEach = isCrowded ? await claimOfEach(request) : [];
    const rows = ofEach.length > 0 ? ofEach : await claimWhere(db, request, sql`true`);
    isCrowded = rows.length === request.limit; // there may be more jobs, possibly of one platform
    return rows;
  };
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Maximum number of due jobs, and of platforms, per query. */
const firstMax = 200;
const platformsMax = 200;

/** Due, not dead, and not claimed. */
const isFree = ({ now, life, kinds }: ClaimRequest) => sql`
  died_at is null and kind = any(${kinds}::text[]) and due_at <= ${now}
    and (locked_until is null or locked_until <= ${now} or holder = any(${life.dead()}::int[]))`;

const firstDue = (request: ClaimRequest, which: RawBuilder<unknown>) => sql`
  select id, platform_id, due_at as at from job where ${which} and ${isFree(request)} order by due_at limit ${firstMax}`;

const firstDueOfEach = (request: ClaimRequest, platforms: readonly string[]) => sql`
  select first.* from unnest(${platforms}::uuid[]) as listed (platform) cross join lateral (
    select id, platform_id, due_at as at from job
    where platform_id = platform and ${isFree(request)} order by due_at limit ${request.limit}
  ) first`;

/** One index probe per platform, however many jobs it has. */
async function platformsAfter(db: Queryable, after: string): Promise<string[]> {
  const rows = await db.query(sql<{ id: string }>`
    with recursive platform (id, number) as (
      select ${after}::uuid, 0
      union all
      select (select platform_id from job where died_at is null and platform_id > platform.id order by platform_id limit 1), number + 1
      from platform where id is not null and number < ${platformsMax}
    )
    select id from platform where number > 0 and id is not null`);
  return rows.map(({ id }) => id);
}

/**
 * Orders the candidates: the first one of each platform, then the second ones. The rows are locked in a separate step, because inside the
 * condition of the update the planner might evaluate them twice.
 */
function claimStatement(request: ClaimRequest, candidates: RawBuilder<unknown>): RawBuilder<JobRow> {
  const { leaseEnd, life, limit } = request;
  return sql<JobRow>`
    with candidate as materialized (${candidates}), ranked as (
      select id as candidate_id, platform_id as candidate_platform_id, at, row_number() over (partition by platform_id order by at) as turn from candidate
    ), due as materialized (
      select platform_id, id, claim is not null as was_cut_off from job join ranked on platform_id = candidate_platform_id and id = candidate_id
      where ${isFree(request)}
      order by turn, at limit ${limit} for update of job skip locked
    )
    update job set claim = ${randomUUID()}, locked_until = ${leaseEnd}, holder = ${life.holder}, attempts = attempts + 1,
      deaths = deaths + was_cut_off::int
    from due where job.platform_id = due.platform_id and job.id = due.id
    returning job.*, was_cut_off`;
}
