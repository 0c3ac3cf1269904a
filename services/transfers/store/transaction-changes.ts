// Changes of transactions. Those of concurrent calls are gathered: one statement writes them with their webhooks, jobs and counts.
import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { type JobName, jobDelete, jobInsert, type NewJob, wakeFor } from '../../kit/background/jobs.ts';
import { eventInsert } from '../../kit/background/outbox.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { wall } from '../../kit/core/clock.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { gathered } from '../../kit/storage/gathered.ts';
import { type Owner, type PersonalKey, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { assignmentsOf, compiledOnce, namesOf, unnest } from '../../kit/storage/tables.ts';
import { minusMs } from '../../kit/storage/times.ts';
import { lapsingStates } from '../domain/payment/states.ts';
import type { Transaction } from '../domain/record/transaction.ts';
import { recount, recountOf } from './count-changes.ts';
import { TransactionCountChangeRecord } from './records.ts';
import { hasPersonal, ownerOfPersonal, sealPersonal } from './transaction-personal.ts';
import { TransactionRecord } from './transaction-record.ts';
import { toProgressRow, toRow } from './transaction-row.ts';

/** What the commit of a transaction leaves for later, and what it makes needless. */
export interface Following {
  readonly events: readonly OutboxEvent[];
  readonly jobs: readonly NewJob[];
  readonly endedJobs: readonly JobName[];
}

export const nothing: Following = { events: [], jobs: [], endedJobs: [] };

interface Insertion {
  readonly before?: undefined;
  readonly after: Transaction;
  readonly following: Following;
}

/** Written only if the stored transaction is still as before. */
interface Update {
  readonly before: Transaction;
  readonly after: Transaction;
  readonly following: Following;
}

/** Like an update. */
interface Removal {
  readonly before: Transaction;
  readonly after?: undefined;
  readonly following: Following;
}

export type Change = Insertion | Update | Removal;

/** Returns whether the change was written. False: it exists, or has changed. */
export function transactionWriter(db: Queryable, secrets: Sealing): (change: Change) => Promise<boolean> {
  const submit = gathered({ run: (changes: Change[]) => writeAll({ db, secrets }, changes), lanes: 1 });
  const write = async (change: Change): Promise<boolean> => (await submit(change)) ?? write(change);
  return write;
}

interface Stored {
  readonly db: Queryable;
  readonly secrets: Sealing;
}

const idOf = ({ before, after }: Change) => (after ?? before).id;

/**
 * Writes the first change of each transaction, in the order of their ids, which prevents deadlocks. Undefined: the first one expected another
 * state of the transaction and was not written, so that this change must be tried again.
 */
async function writeAll(stored: Stored, changes: readonly Change[]): Promise<(boolean | undefined)[]> {
  const named = changes.map((change) => ({ id: idOf(change), change }));
  const firsts = new Map(named.toReversed().map(({ id, change }) => [id, change]));
  const inOrder = [...firsts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, change]) => change);
  const written = await writeOnce(stored, inOrder);
  return named.map(({ id, change }) => {
    const first = firsts.get(id);
    if (first === change) return written.has(id);
    return written.has(id) || expectsSame(first?.before, change.before) ? false : undefined;
  });
}

/** Whether two changes expect the same transaction. */
function expectsSame(one: Transaction | undefined, other: Transaction | undefined): boolean {
  if (!one || !other) return one === other;
  const [expected, alsoExpected] = [keyOf(one), keyOf(other)];
  return keyColumns.every((column) => expected[column] === alsoExpected[column]);
}

/** The ids of the transactions that were written. */
async function writeOnce({ db, secrets }: Stored, changes: readonly Change[]): Promise<ReadonlySet<string>> {
  const following = changes.map((change) => change.following);
  const events = following.flatMap((one) => one.events);
  const jobs = following.flatMap((one) => one.jobs);
  const now = wall.now();
  const made = changes.filter(isInsertion).map(({ after }) => after);
  let ids: readonly string[] = [];
  await personalKeys(db, secrets).sealing(
    [...made.filter(hasPersonal).map(ownerOfPersonal), ...events],
    async (sealerOf, areCurrent) => {
      const parts = [
        ...writes(changes, { sealerOf, areCurrent }),
        ...counted(changes),
        ...announced(events, sealerOf),
        ...jobParts({ jobs, endedJobs: following.flatMap((one) => one.endedJobs) }, now),
      ];
      ids = (await db.batch(sql<{ id: string }>`with ${sql.join(parts)} select id from written`)).map(({ id }) => id);
      return ids.length > 0;
    },
  );
  if (ids.length > 0 && events.length > 0) db.wake('outbox');
  if (ids.length > 0) wakeFor(db, jobs, now);
  return new Set(ids);
}

const isInsertion = (change: Change): change is Insertion => change.before === undefined;
const isUpdate = (change: Change): change is Update => change.before !== undefined && change.after !== undefined;
const isRemoval = (change: Change): change is Removal => change.after === undefined;

interface Keys {
  readonly sealerOf: (owner: Owner) => PersonalKey;
  /** Nothing is written unless the keys are current. */
  readonly areCurrent: RawBuilder<boolean>;
}

/** Each kind of change that there is, and `written`, the transactions that were written. */
function writes(changes: readonly Change[], { sealerOf, areCurrent }: Keys): RawBuilder<unknown>[] {
  const [made, saved, removed] = [changes.filter(isInsertion), changes.filter(isUpdate), changes.filter(isRemoval)];
  const parts = [
    { name: 'made', of: made, statement: () => insertion(made, { sealerOf, areCurrent }) },
    { name: 'saved', of: saved, statement: () => update(saved, areCurrent) },
    { name: 'removed', of: removed, statement: () => removal(removed, areCurrent) },
  ].filter(({ of }) => of.length > 0);
  const all = parts.map(({ name }) => sql`select * from ${sql.ref(name)}`);
  return [
    ...parts.map(({ name, statement }) => sql`${sql.ref(name)} as (${statement()})`),
    sql`written as (${sql.join(all, sql` union all `)})`,
  ];
}

function insertion(made: readonly Insertion[], { sealerOf, areCurrent }: Keys): RawBuilder<unknown> {
  const rows = made.map(({ after }) => toRow(after, sealPersonal(after, sealerOf)));
  return sql`
    insert into transaction (${namesOf(newColumns)}, lapses_at)
    select new.*, ${lapsesAt.new} from ${unnest(TransactionRecord, newColumns, rows)} where ${areCurrent}
    on conflict do nothing returning ${namesOf(writtenColumns)}`;
}

function update(saved: readonly Update[], areCurrent: RawBuilder<boolean>): RawBuilder<unknown> {
  const rows = saved.map(({ before, after }) => ({ ...keyOf(before), ...toProgressRow(after) }));
  return sql`
    update transaction stored set ${progress}, lapses_at = ${lapsesAt.stored}
    from ${unnest([TransactionRecord, BeforeColumns], [...keyColumns, ...progressColumns], rows)}
    where ${isAsItWas} and ${areCurrent} returning ${namesOf(writtenColumns, 'stored')}`;
}

function removal(removed: readonly Removal[], areCurrent: RawBuilder<boolean>): RawBuilder<unknown> {
  const rows = removed.map(({ before }) => keyOf(before));
  return sql`
    delete from transaction stored using ${unnest([TransactionRecord, BeforeColumns], keyColumns, rows)}
    where ${isAsItWas} and ${areCurrent} returning ${namesOf(writtenColumns, 'stored')}`;
}

/** Columns of a change that the table does not have. */
const BeforeColumns = defineEntity({
  name: 'BeforeColumns',
  properties: {
    wasState: p.text().primary(),
    wasVersion: p.bigint('bigint'),
    wasAttempt: p.integer(),
    wasRailChecks: p.integer(),
  },
});

const keyColumns = ['platform_id', 'id', 'was_state', 'was_version', 'was_attempt', 'was_rail_checks'] as const;

function keyOf(before: Transaction) {
  const { state, version, attempt, rail_checks } = toProgressRow(before);
  return {
    platform_id: before.platformId,
    id: before.id,
    was_state: state,
    was_version: version,
    was_attempt: attempt,
    was_rail_checks: rail_checks,
  };
}

const isAsItWas = sql<boolean>`
  stored.platform_id = new.platform_id and stored.id = new.id and stored.state = was_state and stored.version = was_version
    and stored.attempt = was_attempt and stored.rail_checks = was_rail_checks`;

const progressColumns = [
  ...(['state', 'version', 'attempt', 'rail_checks', 'arrived_amount', 'reserved_on', 'operation_id', 'action_id'] as const),
  ...(['authorization_challenge', 'updated_at', 'settled_at', 'failure_reason', 'pending_reason'] as const),
  ...(['refund_status', 'refund_reason', 'refund_initiated_at', 'refund_settled_at', 'on_chain'] as const),
] as const;

const progress = assignmentsOf(progressColumns);

const newColumns = [
  ...progressColumns,
  ...(['platform_id', 'id', 'environment', 'clock_offset_ms', 'kind', 'quote_id', 'owner', 'platform_customer_id'] as const),
  ...(['sender', 'sender_key', 'receiver', 'receiver_key', 'sent_currency', 'sent_amount', 'received_currency'] as const),
  ...(['received_amount', 'fees', 'platform_fees', 'reference', 'created_at', 'expires_at', 'receipt_confirmed_at'] as const),
  ...(['request_id', 'agent_id', 'details', 'personal'] as const),
] as const;

const writtenColumns = ['platform_id', 'id', 'owner', 'kind', 'created_at'] as const;

/** When an open quote expires in real time. The platform's clock may have advanced since it was read. The state is that of `new`. */
function lapseOf(constant: 'new' | 'stored'): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${constant}.${column}`);
  const offset = sql`greatest(${of('clock_offset_ms')},
    (select offset_ms from platform_clock clock where clock.platform_id = ${of('platform_id')}))`;
  return sql`case when ${of('kind')} = 'PAYMENT' and new.state in (${sql.join(lapsingStates.map((state) => sql.lit(state)))}) then
    ${minusMs(of('expires_at'), offset)} end`;
}

const lapsesAt = { new: compiledOnce(lapseOf('new')), stored: compiledOnce(lapseOf('stored')) };

function counted(changes: readonly Change[]): RawBuilder<unknown>[] {
  const rows = changes.flatMap(({ before, after }) => {
    const change = after && recountOf(before, after);
    return change ? { ...change, id: after.id } : [];
  });
  if (rows.length === 0) return [];
  const changed = unnest([TransactionRecord, TransactionCountChangeRecord], ['id', 'was', 'became'], rows);
  return [sql`counted as (${recount(sql`written join ${changed} using (id)`, { was: sql`new.was`, became: sql`new.became` })})`];
}

/** Events are of their transactions. */
function announced(events: readonly OutboxEvent[], sealerOf: Keys['sealerOf']): RawBuilder<unknown>[] {
  const isOfWritten = sql`new.resource in (select 'Transaction:' || id from written)`;
  return events.length > 0 ? [sql`announced as (${eventInsert(events, sealerOf, isOfWritten)})`] : [];
}

/** A job that ends and begins again is replaced. */
function jobParts({ jobs, endedJobs }: Omit<Following, 'events'>, now: Date): RawBuilder<unknown>[] {
  const isSame = (one: JobName) => (other: JobName) => one.kind === other.kind && one.key === other.key;
  const replacing = jobs.filter((job) => endedJobs.some(isSame(job)));
  const ended = endedJobs.filter((job) => !jobs.some(isSame(job)));
  return [
    ...(jobs.length > 0 ? [sql`begun as (${jobInsert(jobs, { now, which: isAdded, replacing })})`] : []),
    ...(ended.length > 0 ? [sql`ended as (${jobDelete(ended, isEnded)})`] : []),
  ];
}

const isAdded = sql`new.payload ->> 'transactionId' in (select id::text from written)`;
/** The keys of jobs that end begin with the id of their transaction. */
const isEnded = sql`split_part(new.key, ' ', 1) in (select id::text from written)`;
