// Changes of card transactions. Those of concurrent calls are gathered: one statement writes them with their events, reports and jobs.
import { type RawBuilder, sql } from 'kysely';
import { jobInsert, type NewJob, wakeFor } from '../../kit/background/jobs.ts';
import { eventInsert } from '../../kit/background/outbox.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { wall } from '../../kit/core/clock.ts';
import { codeOf } from '../../kit/storage/connections.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { gathered } from '../../kit/storage/gathered.ts';
import { type Owner, type PersonalKey, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { unnest } from '../../kit/storage/tables.ts';
import { heldMs } from '../domain/payment/due.ts';
import { openStates } from '../domain/payment/states.ts';
import type { CardTransaction } from '../domain/payment/transaction.ts';
import { CardReportRecord, PaymentRecord } from './payment-records.ts';
import { sealMerchant, toPaymentRow } from './payment-row.ts';

export interface Change {
  /** In version 1 it is new, and its card must be in the version that was decided on. Otherwise it must be in the version before. */
  readonly after: CardTransaction;
  /** The report of the issuer that is applied. A report is applied once. */
  readonly report?: { readonly eventId: string; readonly createdAt: Date } | undefined;
  readonly event?: OutboxEvent | undefined;
  readonly jobs: readonly NewJob[];
  /** When any process completes what was begun, by the wall. Otherwise an open transaction is due when it expires. */
  readonly recoverAt?: Date | undefined;
}

/** Returns whether the change was written. */
export function paymentWriter(db: Queryable, secrets: Sealing): (change: Change) => Promise<boolean> {
  return gathered({
    run: (changes) => writeAll({ db, secrets }, changes),
    locks: ({ after }) => [`${after.platformId} ${after.token}`],
  });
}

interface Stored {
  readonly db: Queryable;
  readonly secrets: Sealing;
}

async function writeAll(stored: Stored, changes: readonly Change[]): Promise<boolean[]> {
  const firsts = new Map(changes.toReversed().map((change) => [change.after.id, change]));
  const written = await writeOnce(stored, [...firsts.values()]).catch((error: unknown) => {
    if (changes.length > 1 || codeOf(error) !== uniqueViolation) throw error;
    return new Set<string>(); // another process has applied the same report
  });
  return changes.map((change) => written.has(change.after.id) && firsts.get(change.after.id) === change);
}

const uniqueViolation = '23505';

/** The ids of the transactions that were written. The changes are of different ones. */
async function writeOnce({ db, secrets }: Stored, changes: readonly Change[]): Promise<ReadonlySet<string>> {
  const events = changes.flatMap(({ event }) => event ?? []);
  const jobs = changes.flatMap((change) => change.jobs);
  const now = wall.now();
  let ids: readonly string[] = [];
  const holders = changes.filter(isNew).map(({ after }) => holderOf(after));
  await personalKeys(db, secrets).sealing([...events, ...holders], async (sealerOf, areCurrent) => {
    const following = [...announced(events, sealerOf), ...begun(jobs, now)];
    const rows = changes.map((change) => rowOf(change, sealerOf));
    ids = (await db.query(statementOf(changes, { rows, areCurrent, following }))).map(({ id }) => id);
    return ids.length > 0;
  });
  if (ids.length > 0 && events.length > 0) db.wake('outbox');
  if (ids.length > 0) wakeFor(db, jobs, now);
  return new Set(ids);
}

const holderOf = ({ platformId, cardholderId: customerId }: CardTransaction): Owner => ({ platformId, customerId });

type SealerOf = (owner: Owner) => PersonalKey;

type ChangeRow = ReturnType<typeof rowOf>;

/** The merchant never changes. */
function rowOf(change: Change, sealerOf: SealerOf) {
  const { after, report, recoverAt } = change;
  return {
    ...toPaymentRow(after),
    merchant: isNew(change) ? sealMerchant(after, sealerOf(holderOf(after))) : null,
    due_at: recoverAt ?? null,
    event_id: report?.eventId ?? null,
  };
}

const isNew = ({ after }: Pick<Change, 'after'>) => after.version === 1n;

function announced(events: readonly OutboxEvent[], sealerOf: SealerOf): RawBuilder<unknown>[] {
  const isOfWritten = sql`new.resource in (select 'CardTransaction:' || id from written)`;
  return [sql`announced as (${eventInsert(events, sealerOf, isOfWritten)})`];
}

/** The key of a job begins with the id of its transaction. */
function begun(jobs: readonly NewJob[], now: Date): RawBuilder<unknown>[] {
  const which = sql`split_part(new.key, ' ', 1) in (select id::text from written)`;
  return jobs.length > 0 ? [sql`begun as (${jobInsert(jobs, { now, which })})`] : [];
}

interface Written {
  /** Of the changes, in their order. */
  readonly rows: readonly ChangeRow[];
  readonly areCurrent: RawBuilder<boolean>;
  readonly following: readonly RawBuilder<unknown>[];
}

function statementOf(changes: readonly Change[], { rows, areCurrent, following }: Written): RawBuilder<{ id: string }> {
  const reports = changes.flatMap(({ after: { platformId, id }, report }) =>
    report ? { platform_id: platformId, event_id: report.eventId, transaction_id: id, created_at: report.createdAt } : [],
  );
  const parts = [
    sql`made as (${insertion(
      rows.filter(({ version }) => version === 1n),
      areCurrent,
    )})`,
    sql`saved as (${update(
      rows.filter(({ version }) => version > 1n),
      areCurrent,
    )})`,
    sql`written as (select platform_id, id from made union all select platform_id, id from saved)`,
    sql`reported as (
      insert into card_report (platform_id, event_id, transaction_id, created_at)
      select platform_id, event_id, transaction_id, created_at from ${unnest(CardReportRecord, reportColumns, reports)}
      where transaction_id in (select id from written))`,
    ...following,
  ];
  return sql`with ${sql.join(parts)} select id from written`;
}

const reportColumns = ['platform_id', 'event_id', 'transaction_id', 'created_at'] as const;

/** What events change. */
const changedColumns = [
  ...([
    'state',
    'account_id',
    'funding_currency',
    'decline_reason',
    'authorized',
    'settled',
    'returns',
    'held',
    'pulled',
  ] as const),
  ...(['owed', 'pulls', 'pending_pulls', 'clearings', 'happening', 'version', 'last_event_at', 'updated_at'] as const),
] as const;

const newColumns = [
  ...(['platform_id', 'id', 'environment', 'card_id', 'card_version', 'cardholder_id', 'platform_customer_id', 'token'] as const),
  ...(['direction', 'merchant', 'currency', 'authorized_at'] as const),
  ...changedColumns,
] as const;

const named = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** The card stays in its version until the commit. */
function insertion(rows: readonly ChangeRow[], areCurrent: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    insert into card_transaction (${named(newColumns)}, due_at)
    select ${named(newColumns.map((column) => `new.${column}`))}, ${dueAt}
    from ${unnest([PaymentRecord, CardReportRecord], [...newColumns, 'due_at', 'event_id'], rows)}
    join card on card.platform_id = new.platform_id and card.id = new.card_id and card.version = new.card_version
    where ${areCurrent} and ${isReportNew}
    for share of card
    on conflict do nothing returning platform_id, id`;
}

function update(rows: readonly ChangeRow[], areCurrent: RawBuilder<boolean>): RawBuilder<unknown> {
  const assignments = changedColumns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`new.${column}`)}`);
  const columns = ['platform_id', 'id', 'authorized_at', ...changedColumns, 'due_at', 'event_id'] as const;
  return sql`
    update card_transaction stored set ${sql.join(assignments)}, due_at = ${dueAt}
    from ${unnest([PaymentRecord, CardReportRecord], columns, rows)}
    where stored.platform_id = new.platform_id and stored.id = new.id and stored.version = new.version - 1
      and ${areCurrent} and ${isReportNew}
    returning stored.platform_id, stored.id`;
}

const isReportNew = sql`not exists (
  select from card_report known where known.platform_id = new.platform_id and known.event_id = new.event_id)`;

/** An open transaction expires by the platform's clock. */
const dueAt = sql`coalesce(new.due_at, case when new.state in (${sql.join(openStates.map((state) => sql.lit(state)))}) then
  new.authorized_at + ${sql.lit(heldMs)} * interval '1 millisecond' - coalesce((
    select offset_ms from platform_clock clock where clock.platform_id = new.platform_id), 0) * interval '1 millisecond' end)`;
