// The activities of sandbox platforms: what was noted, and the jobs that wait.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, type Row, tablesOf } from '../../kit/storage/tables.ts';
import { JobRecord } from '../../kit/storage/work-records.ts';
import { type Activity, traceIdIn } from '../domain/record/activity.ts';
import { ActivityRecord } from './records.ts';

/** An activity of a transaction, as it is stored. */
export interface NotedActivity extends Activity {
  readonly transactionId: string;
  /** Real time. */
  readonly notedAt: Date;
}

export interface ActivityRows {
  add(platformId: string, activities: readonly NotedActivity[]): Promise<void>;
  /** The latest ones, oldest first. */
  list(platformId: string, transactionId: string): Promise<Activity[]>;
  /** The jobs that have not ended. */
  waiting(platformId: string, transactionId: string): Promise<Activity[]>;
}

const shownMax = 200;
const tables = tablesOf(ActivityRecord, JobRecord);

export function activityRows(db: Queryable): ActivityRows {
  return {
    add: async (platformId, activities) => {
      await db.query(
        insertInto(
          ActivityRecord,
          activities.map((activity) => toRow(platformId, activity)),
        ),
      );
    },
    list: async (platformId, transactionId) => {
      const rows = await db.query(
        tables
          .selectFrom('activity')
          .where('platform_id', '=', platformId)
          .where('transaction_id', '=', transactionId)
          .orderBy('number', 'desc')
          .limit(shownMax)
          .selectAll(),
      );
      return rows.toReversed().map(toActivity);
    },
    waiting: async (platformId, transactionId) => {
      const rows = await db.query(
        tables
          .selectFrom('job')
          .where('platform_id', '=', platformId)
          .where(sql<string>`payload ->> 'transactionId'`, '=', transactionId)
          .orderBy('run_at')
          .limit(shownMax)
          .select(['kind', 'run_at', 'died_at', 'request_id', 'traceparent']),
      );
      return rows.map(toWaiting);
    },
  };
}

function toRow(platformId: string, activity: NotedActivity) {
  const { transactionId, type, name, outcome, result, time, durationMs, requestId, traceId, notedAt } = activity;
  return {
    platform_id: platformId,
    transaction_id: transactionId,
    type,
    name,
    outcome,
    result: result ?? null,
    time,
    duration_ms: durationMs ?? 0,
    request_id: requestId,
    trace_id: traceId ?? null,
    noted_at: notedAt,
  };
}

const toActivity = (row: Row<typeof ActivityRecord>): Activity => ({
  type: row.type,
  name: row.name,
  outcome: row.outcome,
  result: row.result ?? undefined,
  time: row.time,
  durationMs: row.duration_ms,
  requestId: row.request_id,
  traceId: row.trace_id ?? undefined,
});

type WaitingJob = Pick<Row<typeof JobRecord>, 'kind' | 'run_at' | 'died_at' | 'request_id' | 'traceparent'>;

const toWaiting = ({ kind, run_at, died_at, request_id, traceparent }: WaitingJob): Activity => ({
  type: 'JOB',
  name: kind,
  outcome: died_at ? 'FAILED' : 'WAITING',
  result: undefined,
  time: run_at,
  durationMs: undefined,
  requestId: request_id,
  traceId: traceIdIn(traceparent),
});
