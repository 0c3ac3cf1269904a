// Endless passes of the audit through a table, in the order of its keys.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { AuditKey, Scope } from './audit-questions.ts';

export type Round = 'balances' | 'accounts' | 'lines';

/** Keys of a pass. The first one is exclusive. */
export interface Leg {
  readonly after: AuditKey;
  readonly to: AuditKey;
  readonly isEnd: boolean;
}

const rounds = {
  balances: { table: 'balance', id: sql.ref('id') },
  accounts: { table: 'internal_account', id: sql.ref('id') },
  lines: { table: 'posting', id: sql.ref('journal_id') },
};

export function keysOf(round: Round, { after, to }: Leg): Scope {
  const { table, id } = rounds[round];
  return {
    table,
    columns: sql`distinct platform_id, ${id} as id`,
    which: sql`(platform_id, ${id}) > ${place(after)} and (platform_id, ${id}) <= ${place(to)}`,
  };
}

export function auditRounds(db: Queryable) {
  return {
    /** The next keys of a pass; after its end from the start. Undefined if there are none. */
    async nextLeg(round: Round, limit: number): Promise<Leg | undefined> {
      const [mark] = await db.query(sql<AuditKey>`select platform_id as "platformId", id from audit_mark where round = ${round}`);
      const after = mark ?? beforeAll;
      const { table, id } = rounds[round];
      const [last] = await db.query(sql<AuditKey & { count: number }>`
        select platform_id as "platformId", id, count(*) over ()::int as count from (
          select platform_id, ${id} as id from ${sql.ref(table)} where (platform_id, ${id}) > ${place(after)}
          order by platform_id, ${id} limit ${limit}
        ) next order by platform_id desc, id desc limit 1`);
      return last && { after, to: last, isEnd: last.count < limit };
    },

    async setMark(round: Round, mark: AuditKey | undefined): Promise<void> {
      if (!mark) return void (await db.query(sql`delete from audit_mark where round = ${round}`));
      await db.query(sql`
        insert into audit_mark (round, platform_id, id) values (${round}, ${mark.platformId}, ${mark.id})
        on conflict (round) do update set platform_id = excluded.platform_id, id = excluded.id`);
    },
  };
}

const lowest = '00000000-0000-0000-0000-000000000000';
const beforeAll: AuditKey = { platformId: lowest, id: lowest };

const place = ({ platformId, id }: AuditKey) => sql`(${platformId}::uuid, ${id}::uuid)`;
