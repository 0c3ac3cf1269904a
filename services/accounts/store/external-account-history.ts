// The history of external accounts. Rows are only added.
import { sql } from 'kysely';
import type { ExternalAccountStatus } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto } from '../../kit/storage/tables.ts';
import { ExternalAccountHistoryRecord, type HistoryEntryKind } from './external-account-records.ts';

export interface HistoryEntry {
  readonly kind: HistoryEntryKind;
  /** The status after the event. */
  readonly status: ExternalAccountStatus;
  readonly happenedAt: Date;
  readonly requestId: string;
}

export interface AccountKey {
  readonly platformId: string;
  /** uuid of the account. */
  readonly id: string;
}

/** An account with its status. */
export interface Placed extends AccountKey {
  readonly status: ExternalAccountStatus;
}

/** The same for all accounts of an event. */
export type NewHistoryEntry = Omit<HistoryEntry, 'status'>;

export function externalAccountHistory(db: Queryable) {
  return {
    add: (accounts: readonly Placed[], what: NewHistoryEntry) => add(db, accounts, what),

    /** Oldest first. */
    list: ({ platformId, id }: AccountKey): Promise<HistoryEntry[]> =>
      db.query(sql<HistoryEntry>`
        select kind, status, happened_at as "happenedAt", request_id as "requestId" from external_account_history
        where platform_id = ${platformId} and account_id = ${id} order by number`),

    /** Times of the latest failed proofs, newest first. */
    async failedProofs({ platformId, id }: AccountKey, limit: number): Promise<Date[]> {
      const rows = await db.query(sql<Pick<HistoryEntry, 'happenedAt'>>`
        select happened_at as "happenedAt" from external_account_history
        where platform_id = ${platformId} and account_id = ${id} and kind = 'PROOF_FAILED' order by number desc limit ${limit}`);
      return rows.map(({ happenedAt }) => happenedAt);
    },
  };
}

async function add(db: Queryable, accounts: readonly Placed[], { kind, happenedAt, requestId }: NewHistoryEntry): Promise<void> {
  if (accounts.length === 0) return;
  const rows = accounts.map(({ platformId, id, status }) => ({
    platform_id: platformId,
    account_id: id,
    kind,
    status,
    happened_at: happenedAt,
    request_id: requestId,
  }));
  await db.query(insertInto(ExternalAccountHistoryRecord, rows));
}
