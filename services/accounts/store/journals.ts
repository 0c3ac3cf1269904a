// Journals as they were booked.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';
import type { HouseKind, Part } from '../domain/ledger-account.ts';

export interface StoredPosting {
  readonly balanceId: string;
  readonly part: Part;
  readonly currency: string;
  readonly amount: bigint;
  readonly kind: HouseKind | 'INTERNAL';
  readonly rail: string;
}

/** One line, with the journal that it belongs to. */
interface StoredLine extends StoredPosting {
  readonly journalId: string;
  readonly step: string;
}

export interface StoredJournal {
  readonly id: string;
  readonly step: string;
  readonly postings: StoredPosting[];
}

export function journalRows(db: Queryable) {
  return {
    /** The journals of a subject, oldest first. */
    async list(platformId: string, subject: string): Promise<StoredJournal[]> {
      const lines = await db.query(sql<StoredLine>`
        select journal.id as "journalId", step, balance_id as "balanceId", part, posting.currency, amount, kind, rail
        from journal
        join posting on posting.platform_id = journal.platform_id and posting.journal_id = journal.id
        join balance on balance.id = balance_id
        where journal.platform_id = ${platformId} and subject = ${subject}
        order by number, line`);
      return [...Map.groupBy(lines, ({ journalId }) => journalId)].map(([id, postings]) => ({
        id,
        step: postings[0]?.step ?? '',
        postings,
      }));
    },
  };
}
