// Booked journals.
import { sql } from 'kysely';
import { rowKey } from '../../kit/core/ids.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { byPlatform } from '../../kit/storage/distributed.ts';
import type { AgentReference, JournalRequest } from '../domain/journal.ts';
import type { HouseKind, Part } from '../domain/ledger-account.ts';

export interface StoredPosting {
  readonly balanceId: string;
  readonly part: Part;
  readonly currency: string;
  readonly amount: bigint;
  readonly kind: HouseKind | 'INTERNAL';
  readonly subaccount: string;
}

/** A line with its journal. */
interface StoredLine extends StoredPosting {
  readonly journalId: string;
  readonly step: string;
  readonly agentId: string | null;
  readonly actionId: string | null;
}

/** The subject of journals. */
export interface Subject {
  readonly platformId: string;
  readonly subject: string;
}

/** The total movement of a subject on one account. */
interface StoredSum extends StoredPosting, Subject {}

export interface SubjectSums extends Subject {
  readonly moved: readonly StoredPosting[];
}

const keyOf = ({ platformId, subject: id }: Subject) => rowKey({ platformId, id });

export interface StoredJournal {
  readonly id: string;
  readonly step: string;
  readonly agent?: AgentReference | undefined;
  readonly postings: StoredPosting[];
}

export function journalRows(db: Queryable) {
  return {
    /** Blocks a key permanently, and returns whether it was already booked. Waits for concurrent bookings of the key. */
    async voidKey({ id, platformId, subject, step, at }: Omit<JournalRequest, 'legs'>): Promise<boolean> {
      const voided = await db.query(sql`
        insert into journal (platform_id, id, subject, step, fingerprint, created_at)
        values (${platformId}, ${id}, ${subject}, ${step}, '', ${at})
        on conflict (platform_id, subject, step) do nothing returning 1`);
      if (voided.length > 0) return false;
      const booked = await db.query(sql`
        select from journal
        where platform_id = ${platformId} and subject = ${subject} and step = ${step} and fingerprint <> ''`);
      return booked.length > 0;
    },

    /** The journals of a subject, oldest first. */
    async list(platformId: string, subject: string): Promise<StoredJournal[]> {
      const lines = await db.query(sql<StoredLine>`
        select journal.id as "journalId", step, agent_id as "agentId", action_id as "actionId", balance_id as "balanceId", part, posting.currency, amount, kind, subaccount
        from journal
        join posting on posting.platform_id = journal.platform_id and posting.journal_id = journal.id
        join balance on balance.platform_id = journal.platform_id and balance.id = balance_id
        where journal.platform_id = ${platformId} and subject = ${subject}
        order by number, line`);
      return [...Map.groupBy(lines, ({ journalId }) => journalId)].map(([id, postings]) => ({
        id,
        step: postings[0]?.step ?? '',
        agent: postings[0] && agentOf(postings[0]),
        postings,
      }));
    },

    /** Subjects of all platforms, in the order of the keys of journals. */
    async subjects(after: Subject, limit: number): Promise<Subject[]> {
      return db.query(subjectsAfter(after, limit));
    },

    /** The total movements of each subject. Omits sums of zero. */
    async sums(subjects: readonly Subject[]): Promise<SubjectSums[]> {
      const run = (own: readonly Subject[]) => db.query((db.isDistributed ? sumsOnOnePlatform : sumsOf)(own));
      const bySubject = Map.groupBy(await byPlatform(db, subjects, { platformOf: ({ platformId }) => platformId, run }), keyOf);
      return subjects.flatMap((subject) => {
        const moved = bySubject.get(keyOf(subject));
        return moved ? [{ platformId: subject.platformId, subject: subject.subject, moved }] : [];
      });
    },
  };
}

function agentOf({ agentId, actionId }: StoredLine): AgentReference | undefined {
  return agentId === null ? undefined : { agentId, actionId: actionId ?? undefined };
}

export function subjectsAfter(after: Subject, limit: number) {
  return sql<Subject>`
    select distinct platform_id as "platformId", subject from journal
    where (platform_id, subject) > (${after.platformId}::uuid, ${after.subject}::uuid)
    order by platform_id, subject limit ${limit}`;
}

/** Uses only the keys of journals, lines and balances, however many there are. */
export function sumsOf(subjects: readonly Subject[]) {
  return sql<StoredSum>`
    with wanted as materialized (
      select * from unnest(
        ${subjects.map(({ platformId }) => platformId)}::uuid[], ${subjects.map(({ subject }) => subject)}::uuid[]
      ) as s(platform_id, subject)
    ), moved as materialized (
      select wanted.platform_id, subject, line.balance_id, part, currency, sum(amount)::bigint as amount
      from wanted
      cross join lateral (
        select id from journal where journal.platform_id = wanted.platform_id and journal.subject = wanted.subject offset 0
      ) booked
      cross join lateral (
        select balance_id, part, currency, amount from posting
        where posting.platform_id = wanted.platform_id and posting.journal_id = booked.id offset 0
      ) line
      group by wanted.platform_id, subject, line.balance_id, part, currency having sum(amount) <> 0
    )
    select moved.platform_id as "platformId", subject, balance_id as "balanceId", part, moved.currency, amount, kind, subaccount
    from moved join balance on balance.platform_id = moved.platform_id and balance.id = balance_id
    order by moved.platform_id, subject, kind, subaccount, balance_id, part, moved.currency`;
}

/** The same for subjects of one platform. */
function sumsOnOnePlatform(subjects: readonly Subject[]) {
  return sql<StoredSum>`
    select journal.platform_id as "platformId", subject, balance_id as "balanceId", part, posting.currency, sum(amount)::bigint as amount,
      kind, subaccount
    from journal
    join posting on posting.platform_id = journal.platform_id and posting.journal_id = journal.id
    join balance on balance.platform_id = journal.platform_id and balance.id = balance_id
    where journal.platform_id = ${subjects[0]?.platformId}::uuid and subject = any(${subjects.map(({ subject }) => subject)}::uuid[])
    group by journal.platform_id, subject, kind, subaccount, balance_id, part, posting.currency having sum(amount) <> 0
    order by subject, kind, subaccount, balance_id, part, posting.currency`;
}
