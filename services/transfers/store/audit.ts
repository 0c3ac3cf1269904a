// The audit of payments: each question asks for what must not be, so that every row is a finding.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';

const findingsMax = 100;

export function auditRows(db: Queryable) {
  return {
    /** Payments under way, of any platform, that nobody will take further: their job comes and goes in the commits that move them. */
    async findings(): Promise<string[]> {
      const rows = await db.query(sql<{ finding: string }>`
        select format('The transaction %s of the platform %s is %s and has no job.', id, platform_id, status) as finding
        from transaction
        where (
            status in ('TENTATIVE', 'EXECUTING', 'ACCEPTED', 'PROCESSING', 'PENDING_AUTHORIZATION')
            or refund_status = 'PENDING'
            or status = 'EXPIRED' and arrived_amount is not null and refund_status is null -- money that came too late
            or status = 'PENDING' and type = 'INCOMING' and (
              round <> 0 and details ? 'deposit' -- which is ending
              or details ? 'pullRail'
              or details -> 'uma' ? 'pending' -- its platform is asked, or has so long to decide
            )
          )
          and not exists (select from job where payload ->> 'transactionId' = transaction.id::text)
        limit ${findingsMax}`);
      return rows.map(({ finding }) => finding);
    },
  };
}
