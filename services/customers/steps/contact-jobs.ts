// The jobs that end a contact change, also after a crash.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';

/** How long the first process has before the change is cancelled. */
const patienceMs = 10_000;

/** Cancels a change that was not applied. */
export function cancelContactJob(context: CustomersContext, changeId: string): NewJob {
  return job(context, { kind: 'cancel-contact-change', changeId, delayMs: patienceMs });
}

/** Updates the credentials. */
export function commitContactJob(context: CustomersContext, changeId: string): NewJob {
  return job(context, { kind: 'commit-contact-change', changeId, delayMs: 0 });
}

interface Work {
  readonly kind: string;
  readonly changeId: string;
  readonly delayMs: number;
}

function job({ caller, clock, requestId }: CustomersContext, { kind, changeId, delayMs }: Work): NewJob {
  const runAt = new Date(clock.now().getTime() + delayMs);
  return { kind, key: changeId, caller, payload: { changeId }, runAt, requestId };
}
