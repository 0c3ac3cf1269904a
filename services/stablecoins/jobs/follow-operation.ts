// Follows an accepted operation to its end: asks the provider, in case reports are lost, and ends the wait for funds.
import { retryAt } from '../../kit/background/jobs.ts';
import type { JobHandler } from '../../kit/service/service.ts';
import type { StablecoinsContext } from '../context.ts';
import type { Operation } from '../domain/operation.ts';
import { afterEvent, afterReport, type Changed, isFinal, type Progress } from '../domain/operation-machine.ts';
import { askProvider, nextLookAt } from '../steps/ask-provider.ts';
import { changeOperation } from '../steps/change-operation.ts';

export const followOperation: JobHandler<StablecoinsContext> = async ({ key: id }, context) => {
  const { caller, clock, store } = context;
  const operation = await store.operations.find(caller.platformId, id);
  if (!operation || isFinal(operation)) return;
  const { progress } = await askProvider(operation, context);
  const followed = await changeOperation(id, (current) => afterLook(current, progress, clock.now()), context);
  if (followed && !isFinal(followed)) throw retryAt(nextLookAt(followed, context));
};

/** Applies the progress at the provider before the wait for funds ends: funds that it received in time count. */
function afterLook(before: Operation, progress: Progress | undefined, now: Date): Changed {
  const { operation, books } = progress ? afterReport(before, progress, now) : { operation: before, books: [] };
  const isOverdue = operation.status === 'PENDING_FUNDING' && operation.expiresAt !== undefined && operation.expiresAt <= now;
  return isOverdue ? afterEvent(operation, 'expired', now) : { operation, books };
}
