// Subjects of the ledger that are no transactions: which those are, which were found, and how far the audit has looked.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

export interface Subject {
  readonly platformId: string;
  readonly subject: string;
}

export interface AuditStrayRows {
  /** The last subject that was looked at; undefined before the first. */
  mark(): Promise<Subject | undefined>;
  /** Undefined: it begins again. */
  setMark(mark: Subject | undefined): Promise<void>;
  /** Those that are no transaction. */
  unknown(subjects: readonly Subject[]): Promise<Subject[]>;
  found(): Promise<Subject[]>;
  /** From now on these are found. */
  settle(lookedAt: readonly Subject[], strays: readonly Subject[]): Promise<void>;
}

export function auditStrayRows(db: Queryable): AuditStrayRows {
  return {
    mark: async () => {
      const [row] = await db.query(sql<Subject>`select platform_id as "platformId", subject from audit_subject_mark`);
      return row;
    },
    setMark: async (mark) => {
      if (!mark) return void (await db.query(sql`delete from audit_subject_mark`));
      await db.query(sql`
        insert into audit_subject_mark (platform_id, subject) values (${mark.platformId}, ${mark.subject})
        on conflict (one) do update set platform_id = excluded.platform_id, subject = excluded.subject`);
    },
    unknown: async (subjects) =>
      db.query(sql<Subject>`
        select platform_id as "platformId", subject from ${listed(subjects)}
        where not exists (select from transaction where id = subject)`),
    found: async () =>
      db.query(sql<Subject>`select platform_id as "platformId", subject from stray_subject order by subject limit ${foundMax}`),
    settle: async (lookedAt, strays) => {
      const ids = strays.map(({ subject }) => subject);
      await db.query(sql`
        with gone as (
          delete from stray_subject
          where subject = any(${lookedAt.map(({ subject }) => subject)}::uuid[]) and subject <> all(${ids}::uuid[])
        )
        insert into stray_subject (platform_id, subject) select platform_id, subject from ${listed(strays)} on conflict do nothing`);
    },
  };
}

const foundMax = 100;

const listed = (subjects: readonly Subject[]) => sql`
  unnest(${subjects.map(({ platformId }) => platformId)}::uuid[], ${subjects.map(({ subject }) => subject)}::uuid[])
    as s(platform_id, subject)`;
