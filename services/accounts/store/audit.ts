// The audit of a platform's books: each question asks for what must not be, so that every row is a finding.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

const findingsMax = 100;

export function auditRows(db: Queryable) {
  return {
    /** Every platform that has books. */
    async platforms(): Promise<string[]> {
      const rows = await db.query(sql<{ platformId: string }>`select distinct platform_id as "platformId" from balance`);
      return rows.map(({ platformId }) => platformId);
    },

    /** What is wrong with the books of a platform, in sentences. Nothing, unless the ledger is broken. */
    async findings(platformId: string): Promise<string[]> {
      const questions = [
        unbalancedJournals,
        emptyJournals,
        repeatedSteps,
        strayPostings,
        foreignPostings,
        wrongBalances,
        negativeBalances,
        lostBalances,
      ];
      const findings: string[] = [];
      for (const question of questions) {
        const rows = await db.query(sql<Finding>`${question(platformId)} limit ${findingsMax}`);
        findings.push(...rows.map(({ finding }) => finding));
      }
      return findings.slice(0, findingsMax);
    },
  };
}

interface Finding {
  readonly finding: string;
}

type Question = (platformId: string) => RawBuilder<Finding>;

const unbalancedJournals: Question = (platformId) => sql`
  select format('The journal %s does not sum to zero in %s: %s are too many.', journal_id, currency, sum(amount)) as finding
  from posting where platform_id = ${platformId} group by journal_id, currency having sum(amount) <> 0`;

const emptyJournals: Question = (platformId) => sql`
  select format('The journal %s has no lines.', id) as finding
  from journal where platform_id = ${platformId} and fingerprint <> '' -- a void key has none
    and not exists (select from posting where posting.platform_id = journal.platform_id and journal_id = journal.id)`;

/** However often a step was tried, under whatever key: it moves the money of its subject once. */
const repeatedSteps: Question = (platformId) => sql`
  select format('%s has %s journals %s, and may have one.', subject, count(*), name) as finding
  from (
    select subject, regexp_replace(step, '_\\d+$', '') as name from journal where platform_id = ${platformId} and fingerprint <> ''
  ) steps
  where name in ('HOLD', 'DISPATCH', 'SETTLE', 'RELEASE', 'REVERSE', 'REFUND_DONE', 'REFUND_FAIL', 'IN', 'IN_RETURN', 'DEBIT')
  group by subject, name having count(*) > 1`;

const strayPostings: Question = (platformId) => sql`
  select format('A line of %s %s belongs to no journal of its platform: %s.', amount, currency, journal_id) as finding
  from posting where platform_id = ${platformId}
    and not exists (select from journal where journal.id = journal_id and journal.platform_id = posting.platform_id)`;

const foreignPostings: Question = (platformId) => sql`
  select format('The journal %s books %s on %s, which is not of its platform or not in this currency.', journal_id, posting.currency,
    balance_id) as finding
  from posting left join balance on balance.id = balance_id
  where posting.platform_id = ${platformId}
    and (balance.platform_id is distinct from posting.platform_id or balance.currency <> posting.currency)`;

const wrongBalances: Question = (platformId) => sql`
  with booked as (
    select balance_id as id, part, sum(amount) as amount from posting where platform_id = ${platformId} group by balance_id, part
  ), kept as (
    select id, part, amount
    from balance, lateral (values ('available', available), ('held', held), ('pendingIn', pending_in)) parts(part, amount)
    where platform_id = ${platformId}
  )
  select format('The balance %s of %s is %s, its lines sum to %s.', part, id, coalesce(kept.amount, 0), coalesce(booked.amount, 0)) as finding
  from kept full join booked using (id, part)
  where coalesce(kept.amount, 0) <> coalesce(booked.amount, 0)`;

const negativeBalances: Question = (platformId) => sql`
  select format('The balance of %s is negative: %s, held %s, pending %s.', id, available, held, pending_in) as finding
  from balance where platform_id = ${platformId} and never_negative and least(available, held, pending_in) < 0`;

const lostBalances: Question = (platformId) => sql`
  select format('The internal account %s has no balance, or one of another currency.', account.id) as finding
  from internal_account account left join balance on balance.id = account.id and balance.kind = 'INTERNAL'
  where account.platform_id = ${platformId}
    and (balance.platform_id is distinct from account.platform_id or balance.currency <> account.currency)`;
