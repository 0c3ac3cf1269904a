// The sums of the audit where the tables are distributed by platform. Each platform has its own transactions, and remembers up to which journal
// its sums go: a pass that dies between two platforms continues with those that it had not read.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { eachPlace, type IsOwn } from '../../kit/storage/distributed.ts';
import type { Stretch } from './audit-questions.ts';

/** The row that remembers it: the sum of no balance. */
const isMark = sql`balance_id = '00000000-0000-0000-0000-000000000000' and part = 'through'`;

export function sumsApart(db: Queryable) {
  return {
    platformsIn: async ({ after, to }: Stretch): Promise<string[]> => {
      const rows = await db.query(sql<{ id: string }>`
        select distinct platform_id as id from journal where number > ${after} and number <= ${to}`);
      return rows.map(({ id }) => id);
    },

    /** Must be called in a transaction. Repeatable. */
    async addSumsOf(platformId: string, generation: number, { after, to }: Stretch): Promise<void> {
      const isMarkOfPass = sql`platform_id = ${platformId} and generation = ${generation} and ${isMark}`;
      await db.query(sql`
        insert into audited_sum (platform_id, balance_id, part, generation, amount)
        values (${platformId}, '00000000-0000-0000-0000-000000000000', 'through', ${generation}, ${after}) on conflict do nothing`);
      const [mark] = await db.query(sql<{ through: bigint }>`
        select amount as through from audited_sum where ${isMarkOfPass} for update`);
      if (!mark || mark.through >= to) return;
      await db.query(sql`
        insert into audited_sum (platform_id, balance_id, part, generation, amount)
        select posting.platform_id, balance_id, part, ${generation}::int, sum(amount)
        from journal join posting on posting.platform_id = journal.platform_id and journal_id = journal.id
        where journal.platform_id = ${platformId} and number > ${mark.through} and number <= ${to} group by 1, 2, 3
        on conflict (platform_id, balance_id, part, generation) do update set amount = audited_sum.amount + excluded.amount`);
      await db.query(sql`update audited_sum set amount = ${to} where ${isMarkOfPass}`);
    },
  };
}

/** For \`question\`: the pass whose sums count for a platform. */
export async function summedApart(db: Queryable, isOwn: IsOwn): Promise<RawBuilder<unknown>> {
  const [counting] = await db.query(sql<{ number: number }>`select number from audit_generation order by number limit 1`);
  const number = counting?.number ?? 0;
  return sql`
    select ${number}::int as number, coalesce(max(amount), 0)::bigint as through from audited_sum
    where ${isOwn('audited_sum')} and generation = ${number} and ${isMark}`;
}

export async function removeSumsApart(db: Queryable): Promise<void> {
  const [counting] = await db.query(sql<{ number: number }>`select number from audit_generation order by number limit 1`);
  const which = sql`generation < ${counting?.number ?? 0}`;
  await eachPlace(db, { table: 'audited_sum', which }, async (isOwn) => {
    await db.query(sql`delete from audited_sum where ${which} and ${isOwn('audited_sum')}`);
    return 0;
  });
}
