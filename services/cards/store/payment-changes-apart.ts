// Changes of card transactions where the tables are distributed: several statements in a transaction, each of which one server runs.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { inTransaction } from '../../kit/storage/in-transaction.ts';
import {
  type ChangeKind,
  type ChangeRow,
  closing,
  insertion,
  opening,
  reporting,
  reportOf,
  reservation,
  update,
} from './payment-statements.ts';

interface Following {
  readonly areCurrent: RawBuilder<boolean>;
  /** Further statements, for the transactions with these ids. */
  readonly following: (written: ReadonlySet<string>) => readonly RawBuilder<unknown>[];
}

/** As `changesStatement`, for changes of one platform. Returns the ids of the transactions that were written. */
export function writeApart(db: Queryable, rows: readonly ChangeRow[], { areCurrent, following }: Following): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const of = (kind: ChangeKind) => rows.filter((row) => row.kind === kind);
    const created = await create(tx, [...of('opened'), ...of('made')], areCurrent);
    const decided = await decide(tx, of('decided'), areCurrent);
    const saved = await save(tx, of('saved'), areCurrent);
    const written = [...created, ...decided, ...saved];
    if (written.length > 0) for (const statement of following(new Set(written))) await tx.query(statement);
    return written;
  });
}

async function create(tx: Queryable, rows: readonly ChangeRow[], areCurrent: RawBuilder<boolean>): Promise<string[]> {
  if (rows.length === 0) return [];
  const reserved = new Set((await tx.query(reservation(rows, areCurrent))).map((row) => row.transaction_id));
  const own = rows.filter(({ id }) => reserved.has(id));
  const [opened, made] = [own.filter(({ kind }) => kind === 'opened'), own.filter(({ kind }) => kind === 'made')];
  if (opened.length > 0) await tx.query(opening(opened, all));
  if (made.length > 0) await tx.query(insertion(made, all, made[0]?.platform_id));
  return own.map(({ id }) => id);
}

async function decide(tx: Queryable, rows: readonly ChangeRow[], areCurrent: RawBuilder<boolean>): Promise<string[]> {
  if (rows.length === 0) return [];
  const merchants = new Map((await tx.query(closing(rows, areCurrent))).map(({ id, merchant }) => [id, merchant]));
  const closed = rows.flatMap((row) => (merchants.has(row.id) ? [{ ...row, merchant: merchants.get(row.id) ?? null }] : []));
  if (closed.length > 0) await tx.query(insertion(closed, all, closed[0]?.platform_id));
  return closed.map(({ id }) => id);
}

async function save(tx: Queryable, rows: readonly ChangeRow[], areCurrent: RawBuilder<boolean>): Promise<string[]> {
  if (rows.length === 0) return [];
  const saved = new Set((await tx.query(update(rows, areCurrent, rows[0]?.platform_id))).map(({ id }) => id));
  const reports = rows.filter(({ id }) => saved.has(id)).flatMap(reportOf);
  if (reports.length > 0) await tx.query(reporting(reports, all));
  return [...saved];
}

const all = sql<boolean>`true`;
