// Dead letters: jobs and events of a service that were given up. They are stored until an operator retries them.
import type { JsonObject } from '@bufbuild/protobuf';
import { sql } from 'kysely';
import type { Queryable } from '../storage/database.ts';

export interface DeadLetterRow {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly platform_id: string;
  readonly failures: number;
  readonly failing_since: Date;
  readonly died_at: Date;
  readonly last_error: string;
  readonly request_id: string | null;
  /** For jobs. */
  readonly payload: JsonObject | null;
}

/** Filters of dead letters. All given filters must match. */
export interface Which {
  readonly ids?: readonly string[];
  readonly platformId?: string | undefined;
  readonly kind?: string | undefined;
}

export interface DeadLetters {
  /** Ordered by id. */
  list(which: Which & { readonly after?: string | undefined; readonly limit: number }): Promise<DeadLetterRow[]>;
  count(which?: Which): Promise<bigint>;
  /** Some dead letters as sentences, for the audit of a service that moves money. */
  findings(): Promise<string[]>;
  /** Makes dead letters due now and resets their failures. Returns how many. */
  retry(which: Which, now: Date): Promise<bigint>;
}

/** The kind of events in lists. */
const eventKind = 'event';

export function deadLetters(db: Queryable): DeadLetters {
  const list: DeadLetters['list'] = ({ after, limit, ...which }) =>
    db.query(sql<DeadLetterRow>`
      select * from ${dead} where ${matching(which)} and id > ${after ?? firstId}::uuid order by id limit ${limit}`);
  return {
    list,
    findings: async () => (await list({ limit: findingsMax })).map(findingOf),
    count: async (which = {}) => {
      const [row] = await db.query(sql<{ count: bigint }>`select count(*) as count from ${dead} where ${matching(which)}`);
      return row?.count ?? 0n;
    },
    retry: async (which, now) => {
      let count = 0n;
      for (const platformId of await platformsOf(db, which)) count += await retryTogether(db, { ...which, platformId }, now);
      db.notify('job');
      db.notify('outbox');
      return count;
    },
  };
}

/** Where the tables are distributed, the platforms with dead letters. Otherwise the given one, or undefined for all together. */
async function platformsOf(db: Queryable, which: Which): Promise<readonly (string | undefined)[]> {
  if (!db.isDistributed || which.platformId !== undefined) return [which.platformId];
  const rows = await db.query(sql<{ platform: string }>`
    select distinct platform_id as platform from ${dead} where ${matching(which)}`);
  return rows.map(({ platform }) => platform);
}

async function retryTogether(db: Queryable, which: Which, now: Date): Promise<bigint> {
  const { platformId } = which;
  const isOwn = (table: string) =>
    platformId === undefined ? sql`true` : sql`${sql.ref(`${table}.platform_id`)} = ${platformId}`;
  const [row] = await db.query(sql<{ count: bigint }>`
    with retried as (
      select platform_id, id from ${dead} where ${matching(which)}
    ), jobs as (
      update job set due_at = ${now}, ${alive} from retried
      where ${isOwn('job')} and job.platform_id = retried.platform_id and job.id = retried.id and died_at is not null returning 1
    ), events as (
      update outbox set claimed_until = null, ${alive} from retried
      where ${isOwn('outbox')} and outbox.platform_id = retried.platform_id and outbox.id = retried.id and died_at is not null returning 1
    )
    select (select count(*) from jobs) + (select count(*) from events) as count`);
  return row?.count ?? 0n;
}

/** Sets a row back to its state before any failure. */
export const alive = sql`died_at = null, failures = 0, deaths = 0, failing_since = null, attempts = 0, last_error = null`;

const findingsMax = 100;

const findingOf = ({ kind, key, platform_id, failures }: DeadLetterRow) =>
  `The job ${kind} ${key} of the platform ${platform_id} was given up after ${failures} failures.`;

const firstId = '00000000-0000-0000-0000-000000000000';

const dead = sql`(
  select id, kind, key, platform_id, failures, failing_since, died_at, last_error, request_id, payload
  from job where died_at is not null
  union all
  select id, ${eventKind}, format('%s %s %s', type, resource, sequence), platform_id, failures, failing_since, died_at, last_error,
    request_id, null
  from outbox where died_at is not null
) dead`;

function matching({ ids, platformId, kind }: Which) {
  const conditions = [
    ...(ids ? [sql`id = any(${ids}::uuid[])`] : []),
    ...(platformId === undefined ? [] : [sql`platform_id = ${platformId}::uuid`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}
