// The statement that writes the changes of several card transactions. It consists of the parts that they require.
import { type RawBuilder, sql } from 'kysely';
import { assignmentsOf, compiledOnce, namesOf, unnest } from '../../kit/storage/tables.ts';
import { plusMs } from '../../kit/storage/times.ts';
import { heldMs } from '../domain/payment/due.ts';
import { openStates } from '../domain/payment/states.ts';
import { CardReportRecord, OpeningRecord, type OpeningRow, PaymentRecord } from './payment-records.ts';
import type { StoredPayment } from './payment-row.ts';

/** New and kept until it is decided; decided after that; new and decided at once; changed by a later event. */
export type ChangeKind = 'opened' | 'decided' | 'made' | 'saved';

/** A report of the issuer that is applied. A report is applied once. */
export interface AppliedReport {
  readonly eventId: string;
  readonly createdAt: Date;
}

/** A transaction after a change. */
export interface ChangeRow extends StoredPayment {
  readonly kind: ChangeKind;
  readonly draft: OpeningRow['draft'] | null;
  readonly merchant: Buffer | null;
  readonly due_at: Date | null;
  readonly report: AppliedReport | undefined;
}

export interface Following {
  /** Whether the keys that have sealed the values are those stored. Otherwise nothing is written. */
  readonly areCurrent: RawBuilder<boolean>;
  /** Further parts, for the transactions in `written`. */
  readonly following: readonly RawBuilder<unknown>[];
}

/** Returns the ids of the transactions that were written. */
export function changesStatement(
  rows: readonly ChangeRow[],
  { areCurrent, following }: Following,
): RawBuilder<{ readonly id: string }> {
  const of = (kind: ChangeKind) => rows.filter((row) => row.kind === kind);
  const [opened, decided, made, saved] = [of('opened'), of('decided'), of('made'), of('saved')];
  const news = [...opened, ...made];
  const reports = saved.flatMap(reportOf);
  const parts = [
    ...(news.length > 0 ? [sql`reserved as (${reservation(news, areCurrent)})`] : []),
    ...(opened.length > 0 ? [sql`opened as (${opening(opened)})`] : []),
    ...(made.length > 0 ? [sql`made as (${insertion(made)})`] : []),
    ...(decided.length > 0 ? [sql`closed as (${closing(decided, areCurrent)}), decided as (${decision(decided)})`] : []),
    ...(saved.length > 0 ? [sql`saved as (${update(saved, areCurrent)})`] : []),
    sql`written as (${sql.join(
      kinds.filter((kind) => of(kind).length > 0).map((kind) => sql`select platform_id, id from ${sql.table(kind)}`),
      sql` union all `,
    )})`,
    ...(reports.length > 0 ? [sql`reported as (${reporting(reports)})`] : []),
    ...following,
  ];
  return sql`with ${sql.join(parts)} select id from written`;
}

const kinds: readonly ChangeKind[] = ['opened', 'decided', 'made', 'saved'];

const reportColumns = ['platform_id', 'event_id', 'token', 'transaction_id', 'created_at'] as const;

/** The report of a new transaction reserves its id and the token. The card stays in its version until the commit. */
export function reservation(rows: readonly ChangeRow[], areCurrent: RawBuilder<boolean>): RawBuilder<Reserved> {
  const reports = rows.flatMap((row) => reportOf(row).map((report) => ({ ...row, ...report, token: row.token })));
  return sql<Reserved>`
    insert into card_report (${namesOf(reportColumns)}) select ${namesOf(reportColumns, 'new')}
    from ${unnest([CardReportRecord, PaymentRecord], [...reportColumns, 'card_id', 'card_version'], reports)}
    join card on card.platform_id = new.platform_id and card.id = new.card_id and card.version = new.card_version
    where ${areCurrent} and not exists (
      select from card_transaction known where known.platform_id = new.platform_id and known.token = new.token)
    for share of card
    on conflict do nothing returning transaction_id`;
}

export interface Reserved {
  readonly transaction_id: string;
}

/** Without a token, which belongs to the report that has opened the transaction. */
export function reportOf({ platform_id, id: transaction_id, report }: ChangeRow) {
  return report ? [{ platform_id, event_id: report.eventId, token: null, transaction_id, created_at: report.createdAt }] : [];
}

const isReserved = sql<boolean>`new.id in (select transaction_id from reserved)`;

/** Of the reserved transactions, or of those for which `which` holds, as `insertion`. */
export function opening(rows: readonly ChangeRow[], which = isReserved): RawBuilder<Written> {
  return sql<Written>`
    insert into card_opening (${namesOf(openingColumns)}) select ${namesOf(openingColumns, 'new')}
    from ${unnest(OpeningRecord, openingColumns, rows)} where ${which} returning platform_id, id`;
}

export interface Written {
  readonly id: string;
}

const openingColumns = ['platform_id', 'id', 'card_id', 'token', 'draft', 'merchant', 'due_at'] as const;

/** What events change. */
const changedColumns = [
  ...(['state', 'account_id', 'funding_currency', 'decline_reason', 'authorized', 'settled', 'returns', 'held'] as const),
  ...(['pulled', 'owed', 'pulls', 'pending_pulls', 'clearings', 'happening', 'version', 'last_event_at'] as const),
  'updated_at',
] as const;

const changes = assignmentsOf(changedColumns);

const rowColumns = [
  ...(['platform_id', 'id', 'environment', 'card_id', 'card_version', 'cardholder_id', 'platform_customer_id', 'token'] as const),
  ...(['direction', 'currency', 'authorized_at'] as const),
  ...changedColumns,
] as const;

export function insertion(rows: readonly ChangeRow[], which = isReserved, platformId?: string): RawBuilder<Written> {
  return sql<Written>`
    insert into card_transaction (${namesOf(rowColumns)}, merchant, due_at) select ${namesOf(rowColumns, 'new')}, new.merchant, ${dueAt(platformId)}
    from ${unnest(PaymentRecord, [...rowColumns, 'merchant', 'due_at'], rows)} where ${which} returning platform_id, id`;
}

export function closing(rows: readonly ChangeRow[], areCurrent: RawBuilder<boolean>): RawBuilder<Closed> {
  return sql<Closed>`
    delete from card_opening opening using ${unnest(OpeningRecord, ['platform_id', 'id'], rows)}
    where opening.platform_id = new.platform_id and opening.id = new.id and ${areCurrent}
    returning opening.platform_id, opening.id, opening.merchant`;
}

/** A requested transaction that is decided. */
export type Closed = Pick<OpeningRow, 'id' | 'merchant'>;

function decision(rows: readonly ChangeRow[]): RawBuilder<unknown> {
  return sql`
    insert into card_transaction (${namesOf(rowColumns)}, merchant, due_at) select ${namesOf(rowColumns, 'new')}, closed.merchant, ${dueAt()}
    from ${unnest(PaymentRecord, [...rowColumns, 'due_at'], rows)}
    join closed on closed.platform_id = new.platform_id and closed.id = new.id returning platform_id, id`;
}

export function update(rows: readonly ChangeRow[], areCurrent: RawBuilder<boolean>, platformId?: string): RawBuilder<Written> {
  const reports = rows.map((row) => ({ ...row, event_id: row.report?.eventId ?? null }));
  const columns = ['platform_id', 'id', 'authorized_at', ...changedColumns, 'due_at', 'event_id'] as const;
  return sql<Written>`
    update card_transaction stored set ${changes}, due_at = ${dueAt(platformId)}
    from ${unnest([PaymentRecord, CardReportRecord], columns, reports)}
    where stored.platform_id = new.platform_id and stored.id = new.id and stored.version = new.version - 1 and ${areCurrent}
      and not exists (select from card_report known where known.platform_id = new.platform_id and known.event_id = new.event_id)
    returning stored.platform_id, stored.id`;
}

const isWritten = sql<boolean>`transaction_id in (select id from written)`;

export function reporting(reports: readonly ReturnType<typeof reportOf>[number][], which = isWritten): RawBuilder<unknown> {
  return sql`
    insert into card_report (${namesOf(reportColumns)}) select ${namesOf(reportColumns)}
    from ${unnest(CardReportRecord, reportColumns, reports)} where ${which}`;
}

/** An open transaction expires by the clock of its platform. */
const dueAtOn = (platform: RawBuilder<unknown>) =>
  sql`coalesce(new.due_at, case when new.state in (${sql.join(openStates.map((state) => sql.lit(state)))}) then
  ${plusMs(
    sql`new.authorized_at`,
    sql`${sql.lit(heldMs)} - coalesce((select offset_ms from platform_clock clock where clock.platform_id = ${platform}), 0)`,
  )} end)`;

const dueAtOfRow = compiledOnce(dueAtOn(sql`new.platform_id`));

/** `platformId`: of all rows, where a distributed database needs it as a constant. */
const dueAt = (platformId?: string) => (platformId === undefined ? dueAtOfRow : dueAtOn(sql`${platformId}`));
