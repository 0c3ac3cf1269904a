// Totals of payouts by day. The days are found and read by the index of `created_at`, and summed in the database.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { payoutStates, type ReportedOutcome } from '../domain/record/payout-outcomes.ts';
import type { OutgoingFailureReason } from '../domain/shared/failure-reasons.ts';

export interface PayoutPeriod {
  readonly platformId: string;
  /** Created at this time or later. */
  readonly from: Date;
  /** Created before this time. */
  readonly to: Date;
}

export interface PayoutSum {
  readonly rail: string;
  readonly currency: string;
  readonly outcome: ReportedOutcome;
  readonly count: bigint;
  readonly amount: bigint;
}

export function payoutTotalRows(db: Queryable) {
  return {
    /** The time of the first payout in the period. */
    async first(period: PayoutPeriod): Promise<Date | undefined> {
      const [row] = await db.query(sql<{ createdAt: Date }>`
        select created_at as "createdAt" from transaction where ${isPayoutIn(period)} order by created_at, id limit 1`);
      return row?.createdAt;
    },

    /** A sum for each rail, currency and outcome. */
    sums: (period: PayoutPeriod): Promise<PayoutSum[]> =>
      db.query(sql<PayoutSum>`
        select rail, currency, outcome, count(*) as count, sum(amount)::bigint as amount from (
          select coalesce(details #>> '{quote,route,rail}', details #>> '{quote,destinationKind}') as rail,
            received_currency as currency, received_amount as amount,
            case when state = any(${payoutStates.SENT}) then 'SENT'
              when state = any(${payoutStates.COMPLETED}) then 'COMPLETED'
              when state = any(${payoutStates.CANCELLED}) then 'CANCELLED'
              when failure_reason = ${returned} then 'RETURNED'
              else 'FAILED' end as outcome
          from transaction where ${isPayoutIn(period)}) payout
        group by rail, currency, outcome order by rail, currency, outcome`),
  };
}

const returned: OutgoingFailureReason = 'PAYOUT_RETURNED';
const reportedStates = Object.values(payoutStates).flat();

const isPayoutIn = ({ platformId, from, to }: PayoutPeriod) => sql<boolean>`
  platform_id = ${platformId} and created_at >= ${from} and created_at < ${to} and kind in ('PAYMENT', 'TRANSFER_OUT')
  and state = any(${reportedStates}) and details #>> '{quote,destinationKind}' <> 'INTERNAL'`;
