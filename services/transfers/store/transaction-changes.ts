// Changes of transactions. Those of concurrent calls are gathered: one statement writes them with their webhooks, jobs and counts.
import { type RawBuilder, sql } from 'kysely';
import { jobDelete, jobInsert, wakeFor } from '../../kit/background/jobs.ts';
import { eventInsert } from '../../kit/background/outbox.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { wall } from '../../kit/core/clock.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { apartBy, gathered } from '../../kit/storage/gathered.ts';
import { personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { unnest } from '../../kit/storage/tables.ts';
import type { Transaction } from '../domain/record/transaction.ts';
import { recount, recountOf } from './count-changes.ts';
import { TransactionCountChangeRecord } from './records.ts';
import { type Change, type Following, followingOf, idOf, isInsertion, jobChangesOf, platformOf } from './transaction-change.ts';
import { writeApart } from './transaction-changes-apart.ts';
import { hasPersonal, ownerOfPersonal } from './transaction-personal.ts';
import { TransactionRecord } from './transaction-record.ts';
import { keyColumns, keyOf, type Writing, writesOf } from './transaction-writes.ts';

/** Returns whether the change was written. False: it exists, or has changed. */
export function transactionWriter(db: Queryable, secrets: Sealing): (change: Change) => Promise<boolean> {
  const submit = gathered({
    run: (changes: Change[]) => writeAll({ db, secrets }, changes),
    lanes: 1,
    apart: apartBy(db, platformOf),
  });
  const write = async (change: Change): Promise<boolean> => (await submit(change)) ?? write(change);
  return write;
}

interface Stored {
  readonly db: Queryable;
  readonly secrets: Sealing;
}

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
  const following = followingOf(changes);
  const now = wall.now();
  const made = changes.filter(isInsertion).map(({ after }) => after);
  const owners = [...made.filter(hasPersonal).map(ownerOfPersonal), ...following.events];
  const keys = personalKeys(db, secrets);
  let ids: readonly string[] = [];
  if (db.isDistributed) ids = await writeApart(db, changes, { sealerOf: await keys.sealers(owners), now });
  else
    await keys.sealing(owners, async (sealerOf, areCurrent) => {
      ids = await writeTogether(db, changes, { sealerOf, areCurrent, following, now });
      return ids.length > 0;
    });
  if (ids.length > 0 && following.events.length > 0) db.wake('outbox');
  if (ids.length > 0) wakeFor(db, following.jobs, now);
  return new Set(ids);
}

interface WritingTogether extends Writing {
  readonly following: Following;
  readonly now: Date;
}

async function writeTogether(db: Queryable, changes: readonly Change[], { following, now, ...writing }: WritingTogether) {
  const parts = [
    ...written(changes, writing),
    ...counted(changes),
    ...announced(following.events, writing.sealerOf),
    ...jobParts(following, now),
  ];
  const rows = await db.batch(sql<{ id: string }>`with ${sql.join(parts)} select id from written`);
  return rows.map(({ id }) => id);
}

/** Each kind of change that there is, and `written`, the transactions that were written. */
function written(changes: readonly Change[], writing: Writing): RawBuilder<unknown>[] {
  const parts = writesOf(changes, writing);
  const all = parts.map(({ name }) => sql`select * from ${sql.ref(name)}`);
  return [
    ...parts.map(({ name, statement }) => sql`${sql.ref(name)} as (${statement})`),
    sql`written as (${sql.join(all, sql` union all `)})`,
  ];
}

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
function announced(events: readonly OutboxEvent[], sealerOf: Writing['sealerOf']): RawBuilder<unknown>[] {
  const isOfWritten = sql`new.resource in (select 'Transaction:' || id from written)`;
  return events.length > 0 ? [sql`announced as (${eventInsert(events, sealerOf, isOfWritten)})`] : [];
}

function jobParts(following: Following, now: Date): RawBuilder<unknown>[] {
  const { added, replacing, removed } = jobChangesOf(following);
  return [
    ...(added.length > 0 ? [sql`begun as (${jobInsert(added, { now, which: isAdded, replacing })})`] : []),
    ...(removed.length > 0 ? [sql`ended as (${jobDelete(removed, isEnded)})`] : []),
  ];
}

const isAdded = sql`new.payload ->> 'transactionId' in (select id::text from written)`;
/** The keys of jobs that end begin with the id of their transaction. */
const isEnded = sql`split_part(new.key, ' ', 1) in (select id::text from written)`;
