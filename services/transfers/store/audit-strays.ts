// Subjects of the ledger without a transaction: candidates, findings, and the progress of the audit.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { byPlatform } from '../../kit/storage/distributed.ts';
import { settleFindings } from '../../kit/storage/findings.ts';
import { insertInto, type Row, tablesOf, unnest } from '../../kit/storage/tables.ts';
import { AuditSubjectMarkRecord, StraySubjectRecord } from './records.ts';

export interface Subject {
  readonly platformId: string;
  readonly subject: string;
}

export interface AuditStrayRows {
  /** The last checked subject. Undefined before the first. */
  mark(): Promise<Subject | undefined>;
  /** Undefined: start again. */
  setMark(mark: Subject | undefined): Promise<void>;
  /** Subjects that are no transaction of their platform. */
  unknown(subjects: readonly Subject[]): Promise<Subject[]>;
  found(): Promise<Subject[]>;
  /** Adds and removes findings. */
  settle(strays: readonly Subject[], resolved: readonly Subject[]): Promise<void>;
}

const tables = tablesOf(AuditSubjectMarkRecord, StraySubjectRecord);

export function auditStrayRows(db: Queryable): AuditStrayRows {
  return {
    mark: async () => {
      const [row] = await db.query(tables.selectFrom('audit_subject_mark').selectAll());
      return row && toSubject(row);
    },
    setMark: async (mark) => {
      if (!mark) return void (await db.query(tables.deleteFrom('audit_subject_mark')));
      const row = toRow(mark);
      await db.query(insertInto(AuditSubjectMarkRecord, [row]).onConflict((conflict) => conflict.column('one').doUpdateSet(row)));
    },
    unknown: async (subjects) => {
      const run = (own: readonly Subject[]) =>
        db.query(sql<SubjectRow>`
          select platform_id, subject from ${listed(own)}
          where not exists (select from transaction where transaction.platform_id = new.platform_id and id = subject)`);
      const rows = await byPlatform(db, subjects, { platformOf: ({ platformId }) => platformId, run });
      return rows.map(toSubject);
    },
    found: async () => {
      const all = tables.selectFrom('stray_subject').selectAll();
      return (await db.query(all.orderBy('platform_id').orderBy('subject').limit(foundMax))).map(toSubject);
    },
    settle: (strays, resolved) =>
      settleFindings(db, findings, { wrong: strays.map(toFinding), resolved: resolved.map(toFinding) }),
  };
}

const findings = { table: 'stray_subject', column: 'subject' };
const toFinding = ({ platformId, subject: id }: Subject) => ({ platformId, id });
const foundMax = 100;

type SubjectRow = Row<typeof StraySubjectRecord>;

const toSubject = ({ platform_id: platformId, subject }: SubjectRow): Subject => ({ platformId, subject });
const toRow = ({ platformId, subject }: Subject): SubjectRow => ({ platform_id: platformId, subject });

const listed = (subjects: readonly Subject[]) => unnest(StraySubjectRecord, ['platform_id', 'subject'], subjects.map(toRow));
