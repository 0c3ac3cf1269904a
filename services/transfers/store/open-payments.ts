// Payments that are not final, of all platforms, for monitoring. No index has them by state, because each transition would change it: those
// in progress have a job, and an index has those that wait for their execution, and those whose refund waits for the operator.
import { sql } from 'kysely';
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { minusMs } from '../../kit/storage/times.ts';
import { restingStates } from '../domain/record/transaction.ts';

/** The open payments of one environment, kind and state. */
export interface OpenPayments {
  readonly environment: Environment;
  readonly kind: string;
  readonly state: string;
  readonly count: bigint;
  /** Since when the oldest of them is in its state, or has its status. */
  readonly since: Date;
}

export function openPaymentRows(db: Queryable) {
  return {
    /** Looks at 10,000 jobs, those that are due first, at as many dead ones, and at as many payments of each index. */
    openPayments: (): Promise<OpenPayments[]> =>
      db.query(sql<OpenPayments>`
        select environment, kind, state, count(*) as count, min(since) as since
        from (${inProgress} union all ${waiting} union all ${suspended}) open
        group by environment, kind, state order by environment, kind, state`),
  };
}

/** A constant, for the planner: it joins these rows by the key of the payment, however many payments there are. */
const rowsMax = sql.lit(10_000);

const jobs = sql`
  (select * from job where died_at is null order by due_at limit ${rowsMax})
  union all (select * from job where died_at is not null limit ${rowsMax})`;

/**
 * A payment is as old as its last webhook. One that waited for its rail without a webhook, and is now continued by `carry-out`, is as old as the
 * time of that job. Times are the platform's, whose clock may run ahead.
 */
const inProgress = sql`(
  select environment, kind, state, max(since) as since
  from (
    select t.platform_id, t.id, t.environment, t.kind, t.state,
      case when job.kind = 'carry-out' and job.run_at > t.updated_at then ${minusMs(sql`job.run_at`, sql`job.clock_offset_ms`)}
        else ${minusMs(sql`t.updated_at`, sql`job.clock_offset_ms`)} end as since
    from (${jobs}) job
    join transaction t on t.platform_id = job.platform_id and t.id = (job.payload ->> 'transactionId')::uuid
    where t.state <> all(${[...restingStates]}::text[])
  ) continued
  group by platform_id, id, environment, kind, state)`;

const waiting = sql`(
  select environment, kind, state, ${minusMs(sql`updated_at`, sql`clock_offset_ms`)} as since from transaction
  where lapses_at is not null order by lapses_at limit ${rowsMax})`;

const suspended = sql`(
  select environment, kind, state, ${minusMs(sql`updated_at`, sql`clock_offset_ms`)} as since from transaction
  where refund_status = 'FAILED' limit ${rowsMax})`;
