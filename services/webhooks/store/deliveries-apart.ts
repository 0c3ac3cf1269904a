// Pending deliveries where the tables are distributed: each statement names its platform.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { byPlatform } from '../../kit/storage/distributed.ts';
import { personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import { type NewRow, unnest } from '../../kit/storage/tables.ts';
import { type ClaimedRow, type Claiming, type Ended, type PlatformDue, rowsOf } from './delivery-rows.ts';
import { AttemptRecord } from './records.ts';

/** As for tables on one server. */
export async function claimApart(db: Queryable, { holder, room, now }: Claiming): Promise<ClaimedRow[]> {
  const claimed: ClaimedRow[] = [];
  for (const [platformId, limit] of room) {
    const isFree = sql`platform_id = ${platformId} and state = 'PENDING' and claim is distinct from ${holder}`;
    const rows = await db.query(sql<ClaimedRow>`
      with chosen as (
        (select event_id from delivery where ${isFree} and attempts = 0 order by position limit ${limit})
        union all
        (select event_id from delivery where ${isFree} and attempts > 0 and due_at <= ${now} order by due_at limit ${limit})
      ),
      taken as (
        update delivery d set claim = ${holder} from chosen
        where d.platform_id = ${platformId} and d.event_id = chosen.event_id returning d.*
      )
      select event_id as "eventId", taken.platform_id as "platformId", track, type, customer_id, body,
        ${personalKeyColumn('event', 'customer_id', platformId)}, request_id as "requestId", traceparent, is_retried as "isRetried", attempts,
        give_up_at as "giveUpAt"
      from taken join event on event.platform_id = ${platformId} and event.id = event_id
      order by position`);
    claimed.push(...rows);
  }
  return claimed;
}

type MovedRow = NewRow<typeof AttemptRecord>;

/** Must be called in a transaction. */
export async function finishApart(db: Queryable, ended: readonly Ended[], holder: number): Promise<void> {
  await byPlatform(db, ended, { platformOf: ({ delivery }) => delivery.platformId, run: (own) => finishOwn(db, own, holder) });
}

async function finishOwn(db: Queryable, ended: readonly Ended[], holder: number): Promise<never[]> {
  if (ended.length === 0) return [];
  const moved = await db.query(sql<MovedRow>`
    update delivery d set state = new.state, due_at = coalesce(new.due_at, d.due_at), claim = null,
      attempts = d.attempts + (new.started_at is not null)::int
    from ${rowsOf(ended)} where d.platform_id = new.platform_id and d.event_id = new.event_id and d.claim = ${holder}
    returning d.platform_id, d.event_id, d.attempts as number, new.started_at, new.duration_ms, new.status, new.failure, new.response`);
  const made = moved.filter(({ started_at }) => started_at !== null);
  if (made.length > 0)
    await db.query(
      sql`insert into attempt (${sql.raw(attemptColumns.join(', '))}) select ${sql.raw(attemptColumns.join(', '))} from ${unnest(AttemptRecord, attemptColumns, made)}`,
    );
  return [];
}

const attemptColumns = [
  ...(['platform_id', 'event_id', 'number', 'started_at', 'duration_ms', 'status', 'failure', 'response'] as const),
];

const firstId = '00000000-0000-0000-0000-000000000000';
/** Maximum of deliveries per look. */
const rowsMax = 1_000;

interface Due {
  readonly platform: string;
}

/** Reads on behind the last platform until a look is not full: the deliveries of a busy platform are read in part only. */
async function platformsIn(look: (after: string) => Promise<Due[]>): Promise<Set<string>> {
  const found = new Set<string>();
  for (let after = firstId; ; ) {
    const rows = await look(after);
    for (const { platform } of rows) found.add(platform);
    const last = rows.at(-1);
    if (!last || rows.length < rowsMax) return found;
    after = last.platform;
  }
}

export async function platformsDueApart(db: Queryable, now: Date): Promise<PlatformDue[]> {
  const fresh = await platformsIn((after) =>
    db.query(sql<Due>`
      select platform_id as platform from delivery where state = 'PENDING' and attempts = 0 and platform_id > ${after}
      order by platform_id, position limit ${rowsMax}`),
  );
  const retried = await platformsIn((after) =>
    db.query(sql<Due>`
      select platform_id as platform from delivery where state = 'PENDING' and attempts > 0 and due_at <= ${now} and platform_id > ${after}
      order by platform_id, due_at limit ${rowsMax}`),
  );
  return [...fresh.union(retried)].map((platformId) => ({ platformId, hasFailed: retried.has(platformId) }));
}
