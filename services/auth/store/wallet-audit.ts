// The audit log of wallets: requests, signatures and sessions. A change of a row and its entry are one statement.
import { type OperationNodeSource, type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
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

/** The change, with an entry for each row of which it returns `platform_id` and `id`. Returns the entries. */
export function audited(change: OperationNodeSource, { kind, at, publicKey, code }: AuditEntry): RawBuilder<{ subject: string }> {
  return sql<{ subject: string }>`
    with changed as (${change})
    insert into wallet_audit (platform_id, at, kind, subject, public_key, code)
    select platform_id, ${at}, ${kind}, id, ${publicKey ?? null}, ${code ?? null} from changed returning subject`;
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
