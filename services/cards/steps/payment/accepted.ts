// Simulated events are accepted once they are stored: they have no idempotency key, so that a repeated call would be another event.
import { isOfCall } from '../../../kit/messages/fail.ts';
import type { CardsContext } from '../../context.ts';

/** The result of the work. Undefined if another service failed after the event, which is the operation, was stored: a job completes it. */
export async function acceptedOnceStored<T>(context: CardsContext, work: () => Promise<T>): Promise<T | undefined> {
  const { caller, log, operationId, store } = context;
  try {
    return await work();
  } catch (error) {
    const transaction = isOfCall(error) ? await store.payments.reportedFor(caller.platformId, operationId) : undefined;
    if (transaction === undefined) throw error;
    log.warn({ err: error, transaction }, 'A simulated card event was interrupted. A job will complete it.');
    return undefined;
  }
}
