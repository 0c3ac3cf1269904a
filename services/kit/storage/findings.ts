// Findings of audits, which name rows of several platforms.
import { sql } from 'kysely';
import type { Queryable } from './queryable.ts';

/** A table of findings: the platform and the id of a row. */
export interface FindingTable {
  readonly table: string;
  /** The column with the id. */
  readonly column: string;
}

export interface Finding {
  readonly platformId: string;
  readonly id: string;
}

/** Adds and removes findings, in statements of one platform each. */
export async function settleFindings(
  db: Queryable,
  { table, column }: FindingTable,
  { wrong, resolved }: { readonly wrong: readonly Finding[]; readonly resolved: readonly Finding[] },
): Promise<void> {
  const [name, id] = [sql.table(table), sql.ref(column)];
  for (const [platformId, own] of idsByPlatform(resolved))
    await db.query(sql`delete from ${name} where platform_id = ${platformId} and ${id} = any(${own}::uuid[])`);
  for (const [platformId, own] of idsByPlatform(wrong)) {
    const rows = own.map((one) => sql`(${platformId}, ${one})`);
    await db.query(sql`insert into ${name} (platform_id, ${id}) values ${sql.join(rows)} on conflict do nothing`);
  }
}

function idsByPlatform(findings: readonly Finding[]): [platformId: string, ids: string[]][] {
  return [...Map.groupBy(findings, ({ platformId }) => platformId)].map(([platformId, own]) => [
    platformId,
    own.map(({ id }) => id),
  ]);
}
