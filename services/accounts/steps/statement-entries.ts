// The entries of a statement in the order of booking.
import type { AccountsContext } from '../context.ts';
import { firstIdAt } from '../domain/journal-ids.ts';
import type { JournalPosition } from '../domain/statement-cursor.ts';
import type { BookedEntry } from '../store/account-statements.ts';

export interface EntryPage {
  readonly platformId: string;
  readonly accountId: string;
  /** Only journals after this position. */
  readonly after: JournalPosition;
  /** Booked before this time. */
  readonly to: Date;
  readonly limit: number;
}

/** Ids, which are indexed, order the journals by their milliseconds only. So the last millisecond is read completely. */
export async function statementEntries({ store }: AccountsContext, { to, limit, ...page }: EntryPage): Promise<BookedEntry[]> {
  const range = { ...page, afterId: firstIdAt(page.after.createdAt), beforeId: firstIdAt(to) };
  const first = await store.statements.entries({ ...range, limit });
  const last = first.at(-1);
  if (!last || first.length < limit) return first.sort(inOrder);
  const nextMs = new Date(last.createdAt.getTime() + 1);
  const rest = await store.statements.entries({ ...range, afterId: last.id, beforeId: firstIdAt(nextMs) });
  return [...first, ...rest].sort(inOrder).slice(0, limit);
}

function inOrder(one: JournalPosition, other: JournalPosition): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || Number(one.number - other.number);
}
