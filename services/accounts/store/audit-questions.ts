// Violations in the books. Each query checks some rows, its scope, and returns a sentence per violation.
import { type RawBuilder, sql } from 'kysely';
import type { IsOwn } from '../../kit/storage/distributed.ts';

/** Ids of one kind. */
export interface AuditKey {
  readonly platformId: string;
  readonly id: string;
}

/** Journals by number. The first one is exclusive. */
export interface Stretch {
  readonly after: bigint;
  readonly to: bigint;
}

/** The subject of a violation: a journal with its lines, the steps of a subject, a balance, an internal account. */
export type AuditKind = 'journal' | 'subject' | 'balance' | 'account';

/** Rows `(platform_id, id)` of a table: the id of a journal, of a subject, and so on. */
export interface Scope {
  readonly table: string;
  readonly columns: RawBuilder<unknown>;
  readonly which: RawBuilder<unknown>;
}

/** A part of the rows: all, or those of one platform. */
export interface Asked {
  readonly isOwn: IsOwn;
  /** A row `(number, through)`: the pass of the audit whose sums count, and the number of the last journal in them. */
  readonly summed: RawBuilder<unknown>;
}

/** Rows `(platform_id, id, finding)`, possibly several per id. */
export function question(kind: AuditKind, { table, columns, which }: Scope, asked: Asked): RawBuilder<unknown> {
  const scope = sql`select ${columns} from ${sql.ref(table)} where ${which} and ${asked.isOwn(table)}`;
  return sql`with scope as materialized (${scope}) ${questions[kind](asked)}`;
}

/** `offset 0` ensures that every lookup uses a key, whatever the planner estimates for the scope. */
export const linesOf = (journals: RawBuilder<unknown>, isOwn: IsOwn = () => sql`true`) => sql`
  select line.* from ${journals} journals cross join lateral (
    select * from posting
    where posting.platform_id = journals.platform_id and posting.journal_id = journals.id and ${isOwn('posting')} offset 0
  ) line`;

/** A void key has an empty fingerprint and no lines. */
const journals = ({ isOwn }: Asked) => sql`
  , line as materialized (
    select scope.platform_id, scope.id, fingerprint, balance_id, line.currency, amount, kept_in
    from scope
    left join lateral (
      select fingerprint from journal
      where journal.id = scope.id and journal.platform_id = scope.platform_id and ${isOwn('journal')} offset 0
    ) booked on true
    left join lateral (
      select balance_id, currency, amount from posting
      where posting.platform_id = scope.platform_id and journal_id = scope.id and ${isOwn('posting')} offset 0
    ) line on true
    left join lateral (
      select balance.currency as kept_in from balance
      where balance.platform_id = scope.platform_id and balance.id = balance_id and ${isOwn('balance')} offset 0
    ) account on true
  )
  select platform_id, id, format('The journal %s does not sum to zero in %s: %s are too many.', id, currency, sum(amount)) as finding
  from line where balance_id is not null group by platform_id, id, currency having sum(amount) <> 0
  union all
  select platform_id, id, format('The journal %s has no lines.', id) from line where balance_id is null and fingerprint <> ''
  union all
  select platform_id, id, format('A line of %s %s belongs to no journal of its platform: %s.', amount, currency, id)
  from line where balance_id is not null and fingerprint is null
  union all
  select platform_id, id, format('The journal %s books %s on %s, which is not of its platform or not in this currency.', id, currency,
    balance_id)
  from line where balance_id is not null and kept_in is distinct from currency`;

/** However often a step was tried, under whatever key, it moves the money of its subject once. */
const subjects = ({ isOwn }: Asked) => sql`
  , step as (
    select scope.platform_id, scope.id, regexp_replace(step, '_\\d+$', '') as name from scope cross join lateral (
      select step from journal
      where journal.platform_id = scope.platform_id and subject = scope.id and fingerprint <> '' and ${isOwn('journal')} offset 0
    ) booked
  )
  select platform_id, id, format('%s has %s journals %s, and may have one.', id, count(*), name) as finding from step
  where name in ('HOLD', 'DISPATCH', 'SETTLE', 'RELEASE', 'REVERSE', 'REFUND_DONE', 'REFUND_FAIL', 'IN', 'IN_RETURN', 'DEBIT')
  group by platform_id, id, name having count(*) > 1`;

/** A balance equals the audit's sum plus later postings, both in the snapshot of this statement. Only few journals may be later. */
const balances = ({ isOwn, summed }: Asked) => sql`
  , summed as (${summed}), checked as materialized (
    select balance.* from scope cross join lateral (
      select * from balance where balance.id = scope.id and balance.platform_id = scope.platform_id and ${isOwn('balance')} offset 0
    ) balance
  ), amount as (
    select platform_id, id, part, kept, 0 as booked
    from checked cross join lateral (values ('available', available), ('held', held), ('pendingIn', pending_in)) parts(part, kept)
    union all
    select platform_id, id, part, null, amount from checked cross join lateral (
      select part, amount from audited_sum
      where audited_sum.platform_id = checked.platform_id and balance_id = checked.id and generation = (select number from summed)
        and ${isOwn('audited_sum')} offset 0
    ) audited
    union all
    select platform_id, balance_id, part, null, amount
    from (${linesOf(sql`(select platform_id, id from journal where number > (select through from summed) and ${isOwn('journal')})`, isOwn)}) beyond
  ), compared as (
    select platform_id, id, part, sum(kept) as kept, sum(booked) as booked from amount group by platform_id, id, part
    having sum(kept) <> sum(booked)
  )
  select platform_id, id, format('The balance %s of %s is %s, its lines sum to %s.', part, id, kept, booked) as finding
  from compared join checked using (platform_id, id)
  union all
  select platform_id, id, format('The balance of %s is negative: %s, held %s, pending %s.', id, available, held, pending_in)
  from checked where never_negative and least(available, held, pending_in) < 0`;

const accounts = ({ isOwn }: Asked) => sql`
  select platform_id, id, format('The internal account %s has no balance, or one of another currency.', id) as finding
  from scope cross join lateral (
    select currency from internal_account account
    where account.id = scope.id and account.platform_id = scope.platform_id and ${isOwn('account')} offset 0
  ) account
  left join lateral (
    select kind, balance.currency as kept_in from balance
    where balance.id = scope.id and balance.platform_id = scope.platform_id and ${isOwn('balance')} offset 0
  ) balance on true
  where kind is distinct from 'INTERNAL' or kept_in <> currency`;

const questions: Readonly<Record<AuditKind, (asked: Asked) => RawBuilder<unknown>>> = {
  journal: journals,
  subject: subjects,
  balance: balances,
  account: accounts,
};
