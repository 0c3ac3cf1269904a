// Findings of the audit.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type AuditKind, question, type Scope } from './audit-questions.ts';

export function auditFindings(db: Queryable) {
  return {
    /** Stores violations among these. */
    async find(kind: AuditKind, scope: Scope): Promise<void> {
      await db.query(sql`
        insert into audit_finding (platform_id, kind, id, finding)
        select platform_id, ${kind}::text, id, string_agg(finding, ' ' order by finding) from (${question(kind, scope)}) wrong
        group by platform_id, id
        on conflict (platform_id, kind, id) do update set finding = excluded.finding`);
    },

    /** Removes findings that are resolved. */
    async forgetMended(kind: AuditKind): Promise<void> {
      const found = sql`select platform_id, id from audit_finding where kind = ${kind}`;
      await db.query(sql`
        with wrong as materialized (select platform_id, id from (${question(kind, found)}) again)
        delete from audit_finding where kind = ${kind} and (platform_id, id) not in (select platform_id, id from wrong)`);
    },

    async findingCount(): Promise<number> {
      const [row] = await db.query(sql<{ count: number }>`select count(*)::int as count from audit_finding`);
      return row?.count ?? 0;
    },

    /** Some findings as sentences; with a platform, only of its books. */
    async findings(platformId?: string): Promise<string[]> {
      const rows = await db.query(sql<{ finding: string }>`
        select finding from audit_finding where ${platformId === undefined ? sql`true` : sql`platform_id = ${platformId}`}
        order by platform_id, kind desc, id limit ${findingsMax}`);
      return rows.map(({ finding }) => finding);
    },
  };
}

const findingsMax = 100;
