// The passes of the audit through all journals in the order of their numbers, and the sums.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { untilShort } from '../../kit/storage/retention.ts';
import { linesOf, type Scope, type Stretch } from './audit-questions.ts';
import { removeSumsApart, sumsApart } from './audit-sums-apart.ts';

/** One pass through all journals. */
export interface Generation {
  readonly number: number;
  readonly through: bigint;
}

const isWithin = ({ after, to }: Stretch) => sql`number > ${after} and number <= ${to}`;

export const journalsOf = (stretch: Stretch): Scope => ({
  table: 'journal',
  columns: sql`platform_id, id`,
  which: isWithin(stretch),
});

export const subjectsOf = (stretch: Stretch): Scope => ({
  table: 'journal',
  columns: sql`distinct platform_id, subject as id`,
  which: isWithin(stretch),
});

export const auditReadings = (db: Queryable) => ({ ...numbers(db), ...generations(db), ...sums(db), ...sumsApart(db) });

function numbers(db: Queryable) {
  return {
    /** The highest number of a journal now. Journals up to it may still be uncommitted: `writers` returns their transactions. */
    async lastNumber(): Promise<bigint> {
      const [row] = await db.query(sql<{ last: bigint }>`
        select case when is_called then last_value else 0 end as last from journal_number_seq`);
      return row?.last ?? 0n;
    },

    /** Transactions that write journals now. Each takes this lock before it takes a number, and keeps it until its end. */
    async writers(): Promise<string[]> {
      const rows = await db.query(sql<{ id: string }>`
        select virtualtransaction as id from pg_locks
        where locktype = 'relation' and relation = 'journal'::regclass and mode = 'RowExclusiveLock'
          and database = (select oid from pg_database where datname = current_database())`);
      return rows.map(({ id }) => id);
    },
  };
}

function generations(db: Queryable) {
  return {
    /** The current pass and the second pass, created if there is none. */
    async generations(now: Date): Promise<Generation[]> {
      const all = sql<Generation>`select number, through from audit_generation order by number`;
      const generations = await db.query(all);
      if (generations.length > 0) return generations;
      await db.query(sql`
        insert into audit_generation (number, through, begun_at) values (1, 0, ${now}) on conflict do nothing`);
      return db.query(all);
    },

    /**
     * Starts a second pass if the last one started before then, and while a balance is wrong, because its lines may have been corrected.
     */
    async readAgain(now: Date, before: Date): Promise<void> {
      const wrong = await db.query(sql`select 1 from audit_finding where kind = 'balance' limit 1`);
      await db.query(sql`
        insert into audit_generation (number, through, begun_at)
        select max(number) + 1, 0, ${now} from audit_generation
        having count(*) = 1 and (max(begun_at) <= ${before} or ${wrong.length > 0})
        on conflict do nothing`);
    },
  };
}

function sums(db: Queryable) {
  return {
    /** The next journals of a pass, up to a number, and their count. Locks the pass until the commit. Undefined at the end. */
    async nextStretch(generation: number, upTo: bigint, limit: number): Promise<(Stretch & { count: number }) | undefined> {
      const [held] = await db.query(sql<{ through: bigint }>`
        select through from audit_generation where number = ${generation} and through < ${upTo} for update`);
      if (!held) return undefined;
      const [found] = await db.query(sql<{ last: bigint; count: number }>`
        select max(number) as last, count(*)::int as count from (
          select number from journal where number > ${held.through} and number <= ${upTo} order by number limit ${limit}
        ) next`);
      const isFull = found?.count === limit;
      return { after: held.through, to: isFull ? found.last : upTo, count: found?.count ?? 0 };
    },

    async addSums(generation: number, stretch: Stretch): Promise<void> {
      await db.query(sql`
        with read as materialized (select platform_id, id from journal where ${isWithin(stretch)})
        insert into audited_sum (platform_id, balance_id, part, generation, amount)
        select platform_id, balance_id, part, ${generation}::int, sum(amount) from (${linesOf(sql`read`)}) line group by 1, 2, 3
        order by 1, 2, 3
        on conflict (platform_id, balance_id, part, generation) do update set amount = audited_sum.amount + excluded.amount`);
    },

    async setThrough(generation: number, through: bigint): Promise<void> {
      await db.query(sql`update audit_generation set through = greatest(through, ${through}) where number = ${generation}`);
    },

    /** The second pass replaces the first when it has caught up. The sums of the first are removed. */
    async replace(): Promise<void> {
      await db.query(sql`
        delete from audit_generation first using audit_generation second
        where second.number > first.number and second.through >= first.through`);
      if (db.isDistributed) return removeSumsApart(db);
      await untilShort(sumsAtOnce, async () => {
        const gone = await db.query(sql`
          delete from audited_sum where ctid = any(array(
            select ctid from audited_sum where generation < (select min(number) from audit_generation) limit ${sumsAtOnce}
          )) returning 1`);
        return gone.length;
      });
    },
  };
}

const sumsAtOnce = 5_000;
