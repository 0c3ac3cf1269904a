// Changes of card transactions. Those of concurrent calls are gathered: one statement writes them with their events, reports and jobs.
import { type RawBuilder, sql } from 'kysely';
import { jobInsert, type NewJob, wakeFor } from '../../kit/background/jobs.ts';
import { eventInsert } from '../../kit/background/outbox.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { wall } from '../../kit/core/clock.ts';
import { codeOf } from '../../kit/storage/connections.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { apartBy, gathered } from '../../kit/storage/gathered.ts';
import { type Owner, type PersonalKey, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { PaymentState } from '../domain/payment/states.ts';
import type { CardTransaction } from '../domain/payment/transaction.ts';
import { writeApart } from './payment-changes-apart.ts';
import { draftOf, sealMerchant, toPaymentRow } from './payment-row.ts';
import { type AppliedReport, type ChangeKind, type ChangeRow, changesStatement } from './payment-statements.ts';

export interface Change {
  readonly before: PaymentState | 'NEW';
  /** A new one requires that its card is in the version that was decided on. Any other must be in the version before. */
  readonly after: CardTransaction;
  readonly report?: AppliedReport | undefined;
  readonly event?: OutboxEvent | undefined;
  readonly jobs: readonly NewJob[];
  /** When any process completes what was begun, by the wall. Otherwise an open transaction is due when it expires. */
  readonly recoverAt?: Date | undefined;
}

/** Returns whether the change was written. */
export function paymentWriter(db: Queryable, secrets: Sealing): (change: Change) => Promise<boolean> {
  return gathered({
    lanes: 1, // larger batches cost less per change, and their decisions reach the ledger together
    run: (changes) => writeAll({ db, secrets }, changes),
    locks: ({ after }) => [`${after.platformId} ${after.token}`],
    apart: apartBy(db, ({ after }) => after.platformId),
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
  const events = eventsOf(changes);
  const now = wall.now();
  let ids: readonly string[] = [];
  const holders = changes.filter(({ before }) => before === 'NEW').map(({ after }) => holderOf(after));
  await personalKeys(db, secrets).sealing([...events, ...holders], async (sealerOf, areCurrent) => {
    const rows = changes.map((change) => rowOf(change, sealerOf));
    const add = { sealerOf, now };
    ids = db.isDistributed
      ? await writeApart(db, rows, { areCurrent, following: (written) => additions(those(changes, written), add) })
      : (await db.query(changesStatement(rows, { areCurrent, following: parts(changes, add) }))).map(({ id }) => id);
    return ids.length > 0;
  });
  if (ids.length > 0 && events.length > 0) db.wake('outbox');
  if (ids.length > 0) wakeFor(db, jobsOf(changes), now);
  return new Set(ids);
}

const eventsOf = (changes: readonly Change[]) => changes.flatMap(({ event }) => event ?? []);
const jobsOf = (changes: readonly Change[]) => changes.flatMap(({ jobs }) => jobs);
const holderOf = ({ platformId, cardholderId: customerId }: CardTransaction): Owner => ({ platformId, customerId });

type SealerOf = (owner: Owner) => PersonalKey;

/** The merchant never changes. */
function rowOf(change: Change, sealerOf: SealerOf): ChangeRow {
  const { before, after, report, recoverAt } = change;
  const kind = kindOf(change);
  return {
    kind,
    ...toPaymentRow(after),
    draft: kind === 'opened' ? draftOf(after) : null,
    merchant: before === 'NEW' ? sealMerchant(after, sealerOf(holderOf(after))) : null,
    due_at: recoverAt ?? null,
    report,
  };
}

/** What is requested is kept apart until it is decided, so that its row is written once. */
function kindOf({ before, after }: Change): ChangeKind {
  if (before === 'NEW') return after.state === 'TENTATIVE' ? 'opened' : 'made';
  return before === 'TENTATIVE' ? 'decided' : 'saved';
}

interface Adding {
  readonly sealerOf: SealerOf;
  readonly now: Date;
}

/** The events and jobs of the transactions in `written`, as parts of the statement that writes them. The key of a job begins with their id. */
function parts(changes: readonly Change[], { sealerOf, now }: Adding): RawBuilder<unknown>[] {
  const [events, jobs] = [eventsOf(changes), jobsOf(changes)];
  const isOfWritten = sql`new.resource in (select 'CardTransaction:' || id from written)`;
  const which = sql`split_part(new.key, ' ', 1) in (select id::text from written)`;
  return [
    ...(events.length > 0 ? [sql`announced as (${eventInsert(events, sealerOf, isOfWritten)})`] : []),
    ...(jobs.length > 0 ? [sql`begun as (${jobInsert(jobs, { now, which })})`] : []),
  ];
}

const those = (changes: readonly Change[], ids: ReadonlySet<string>) => changes.filter(({ after }) => ids.has(after.id));

/** The events and jobs of written transactions, as statements. */
function additions(changes: readonly Change[], { sealerOf, now }: Adding): RawBuilder<unknown>[] {
  const [events, jobs] = [eventsOf(changes), jobsOf(changes)];
  return [
    ...(events.length > 0 ? [eventInsert(events, sealerOf, sql`true`)] : []),
    ...(jobs.length > 0 ? [jobInsert(jobs, { now, which: sql`true` })] : []),
  ];
}
