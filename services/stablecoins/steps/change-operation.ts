// The only code that changes operations: one commit writes the new state, and the jobs that book it and follow it.
import type { NewJob } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import type { StablecoinsContext } from '../context.ts';
import type { Operation } from '../domain/operation.ts';
import { type Changed, isFinal, type LedgerStep } from '../domain/operation-machine.ts';
import { nextLookAt } from './ask-provider.ts';

/** The operation after the change. Undefined if there is none. `change` may run more than once. */
export async function changeOperation(
  id: string,
  change: (operation: Operation) => Changed,
  context: StablecoinsContext,
): Promise<Operation | undefined> {
  const { caller, store } = context;
  const changed = await store.write(async (rows) => {
    const before = await rows.operations.lock(caller.platformId, id);
    if (!before) return undefined;
    const { operation, books } = change(before);
    if (operation === before) return { operation, bookings: [] };
    await rows.operations.update(operation);
    const bookings = books.length > 0 ? [bookingOf(books, operation, context)] : [];
    await rows.jobs.addMany([...bookings, ...(isFollowedFrom(before, operation) ? [followingOf(operation, context)] : [])]);
    return { operation, bookings };
  });
  reached('operation changed');
  for (const booking of changed?.bookings ?? []) await context.runNow(booking);
  return changed?.operation;
}

const isFollowedFrom = (before: Operation, after: Operation) => before.status === 'CREATED' && !isFinal(after);

/** Steps are booked after the commit: the memo ledger refuses nothing, and the commit decides which steps are booked. */
function bookingOf(steps: readonly LedgerStep[], { id }: Operation, { caller, clock, requestId }: StablecoinsContext): NewJob {
  const payload = { id, steps: [...steps] };
  return { kind: 'book-operation', key: `${id} ${steps.join(' ')}`, caller, payload, runAt: clock.now(), requestId };
}

function followingOf(operation: Operation, context: StablecoinsContext): NewJob {
  const { caller, requestId } = context;
  const runAt = nextLookAt(operation, context);
  return { kind: 'follow-operation', key: operation.id, caller, payload: {}, runAt, requestId };
}
