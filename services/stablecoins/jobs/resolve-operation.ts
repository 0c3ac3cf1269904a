// Finds out whether the provider has received an operation that it never confirmed, and gives it up after a day.
import { type NewJob, retryAt } from '../../kit/background/jobs.ts';
import type { JobHandler } from '../../kit/service/service.ts';
import type { StablecoinsContext } from '../context.ts';
import { givenUpAt, type Operation } from '../domain/operation.ts';
import { afterEvent, afterReport, type Changed } from '../domain/operation-machine.ts';
import { askProvider, nextLookAt } from '../steps/ask-provider.ts';
import { changeOperation } from '../steps/change-operation.ts';

export function resolveLater(operation: Operation, context: StablecoinsContext): NewJob {
  const { caller, requestId } = context;
  const runAt = nextLookAt(operation, context);
  return { kind: 'resolve-operation', key: operation.id, caller, payload: {}, runAt, requestId };
}

export const resolveOperation: JobHandler<StablecoinsContext> = async ({ key: id }, context) => {
  const { caller, clock, store } = context;
  const operation = await store.operations.find(caller.platformId, id);
  if (operation?.status !== 'CREATED') return;
  const { isAccepted, progress } = await askProvider(operation, context);
  const resolve = (current: Operation): Changed => {
    const now = clock.now();
    if (!isAccepted) return afterEvent(current, 'unusable', now);
    if (progress) return afterReport(current, progress, now);
    return now >= givenUpAt(current) ? afterEvent(current, 'givenUp', now) : { operation: current, books: [] };
  };
  const resolved = await changeOperation(id, resolve, context);
  if (resolved?.status === 'CREATED') throw retryAt(nextLookAt(resolved, context));
};
