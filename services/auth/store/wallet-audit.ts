// The audit log of wallets: requests, signatures and sessions. A change of a row and its entry are one statement, or one transaction.
import { type OperationNodeSource, sql } from 'kysely';
import type { Queryable, Statement } from '../../kit/storage/database.ts';
import { inTransaction } from '../../kit/storage/in-transaction.ts';
import { insertInto } from '../../kit/storage/tables.ts';
import { type AuditKind, WalletAuditRecord } from './wallet-records.ts';

export interface AuditEntry {
  readonly kind: AuditKind;
  /** In the platform's time. */
  readonly at: Date;
  /** Compressed hex. */
  readonly publicKey?: string | undefined;
  /** For refusals. */
  readonly code?: string | undefined;
}

/** The name of a changed row. */
export interface Changed {
  readonly platform_id: string;
  readonly id: string;
}

type Change = Statement<Changed> & OperationNodeSource;

/** Runs changes, and adds an entry for each row whose name a change returns. Returns the number of rows. */
export function auditing(db: Queryable): (change: Change, entry: AuditEntry) => Promise<number> {
  return async (change, entry) => {
    if (db.isDistributed) return auditedApart(db, change, entry);
    const { kind, at, publicKey, code } = entry;
    const entries = await db.query(sql`
      with changed as (${change})
      insert into wallet_audit (platform_id, at, kind, subject, public_key, code)
      select platform_id, ${at}, ${kind}, id, ${publicKey ?? null}, ${code ?? null} from changed returning subject`);
    return entries.length;
  };
}

/** The coordinator numbers the entries. From a selection, a distributed database would collect them there, and prepare the transaction. */
function auditedApart(db: Queryable, change: Change, entry: AuditEntry): Promise<number> {
  return inTransaction(db, async (tx) => {
    const changed = await tx.query(change);
    for (const { platform_id: platformId, id } of changed) await addToAudit(tx, { platformId, subject: id }, entry);
    return changed.length;
  });
}

export interface AuditSubject {
  readonly platformId: string;
  /** uuid. Absent for a text that another service stores. */
  readonly subject?: string;
}

export async function addToAudit(db: Queryable, { platformId, subject }: AuditSubject, entry: AuditEntry): Promise<void> {
  const { kind, at, publicKey = null, code = null } = entry;
  const row = { platform_id: platformId, at, kind, subject: subject ?? null, public_key: publicKey, code };
  await db.query(insertInto(WalletAuditRecord, [row]));
}
