// Changes of transactions where the tables are distributed: several statements in one transaction, because a server runs no insertion as a part of
// another statement.
import { sql } from 'kysely';
import { jobDelete, jobInsert } from '../../kit/background/jobs.ts';
import { eventInsert } from '../../kit/background/outbox.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { inTransaction } from '../../kit/storage/in-transaction.ts';
import { addCountChanges, type CountChange, recountOf } from './count-changes.ts';
import { type Change, followingOf, idOf, jobChangesOf, platformOf } from './transaction-change.ts';
import { type Writing, writesOf } from './transaction-writes.ts';

interface WritingApart extends Pick<Writing, 'sealerOf'> {
  readonly now: Date;
}

/** Writes changes of one platform, with what follows those that were written. Returns their ids. */
export function writeApart(db: Queryable, changes: readonly Change[], writing: WritingApart): Promise<readonly string[]> {
  return inTransaction(db, async (tx) => {
    const ids = await writeAlone(tx, changes, writing);
    const written = changes.filter((change) => ids.has(idOf(change)));
    await addCountChanges(tx, written.flatMap(countChangesOf));
    await follow(tx, written, writing);
    return [...ids];
  });
}

async function writeAlone(tx: Queryable, changes: readonly Change[], { sealerOf }: WritingApart): Promise<ReadonlySet<string>> {
  const [platformId] = changes.map(platformOf);
  const ids = new Set<string>();
  for (const { statement } of writesOf(changes, { sealerOf, areCurrent: sql`true`, ...(platformId && { platformId }) }))
    for (const { id } of await tx.query(statement)) ids.add(id);
  return ids;
}

function countChangesOf({ before, after }: Change): CountChange[] {
  const change = after && recountOf(before, after);
  if (!change) return [];
  const { platformId, owner, kind, createdAt } = after;
  return [{ of: { platform_id: platformId, owner, kind, created_at: createdAt }, ...change }];
}

async function follow(tx: Queryable, written: readonly Change[], { sealerOf, now }: WritingApart): Promise<void> {
  const following = followingOf(written);
  const { added, replacing, removed } = jobChangesOf(following);
  if (following.events.length > 0) await tx.query(eventInsert(following.events, sealerOf, sql`true`));
  if (added.length > 0) await tx.query(jobInsert(added, { now, which: sql`true`, replacing }));
  if (removed.length > 0) await tx.query(jobDelete(removed, sql`true`));
}
