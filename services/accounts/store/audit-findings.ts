// Findings of the audit.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { eachPlace, type IsOwn } from '../../kit/storage/distributed.ts';
import { insertInto, type NewRow } from '../../kit/storage/tables.ts';
import { type AuditKind, question, type Scope } from './audit-questions.ts';
import { summedApart } from './audit-sums-apart.ts';
import { AuditFindingRecord } from './ledger-records.ts';

export function auditFindings(db: Queryable) {
  return {
    /** Stores violations among these. */
    async find(kind: AuditKind, scope: Scope): Promise<void> {
      await eachPlace(db, scope, async (isOwn) => {
        const wrong = await violations(db, { kind, scope, isOwn });
        if (wrong.length > 0)
          await db.query(
            insertInto(AuditFindingRecord, wrong).onConflict((conflict) =>
              conflict.columns(['platform_id', 'kind', 'id']).doUpdateSet(({ ref }) => ({ finding: ref('excluded.finding') })),
            ),
          );
        return wrong.length;
      });
    },

    /** Removes findings that are resolved. */
    async forgetMended(kind: AuditKind): Promise<void> {
      const found = { table: 'audit_finding', columns: sql`platform_id, id`, which: sql`kind = ${kind}` };
      await eachPlace(db, found, async (isOwn) => {
        const wrong = await violations(db, { kind, scope: found, isOwn });
        const keys = wrong.map(({ platform_id: platformId, id }) => `${platformId} ${id}`);
        await db.query(sql`
          delete from audit_finding
          where kind = ${kind} and platform_id || ' ' || id <> all(${keys}::text[]) and ${isOwn('audit_finding')}`);
        return wrong.length;
      });
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

interface Checked {
  readonly kind: AuditKind;
  readonly scope: Scope;
  readonly isOwn: IsOwn;
}

/** Violations among some rows. There are hardly ever any. */
async function violations(db: Queryable, { kind, scope, isOwn }: Checked): Promise<NewRow<typeof AuditFindingRecord>[]> {
  const summed = db.isDistributed
    ? await summedApart(db, isOwn)
    : sql`select number, through from audit_generation order by number limit 1`;
  return db.query(sql<NewRow<typeof AuditFindingRecord>>`
    select platform_id, ${kind}::text as kind, id, string_agg(finding, ' ' order by finding) as finding
    from (${question(kind, scope, { isOwn, summed })}) wrong
    group by platform_id, id`);
}

const findingsMax = 100;
