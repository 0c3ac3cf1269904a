// The jobs that end a change of a contact, whatever becomes of the process that began it.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';

/** How long whoever begins a change has before it is cancelled. */
const patienceMs = 10_000;

/** Cancels a change that was never made. */
export function cancelContactJob(context: CustomersContext, changeId: string): NewJob {
  return job(context, { kind: 'cancel-contact-change', changeId, delayMs: patienceMs });
}

/** Lets the credentials follow. */
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
