// The jobs of payments from UMA addresses: to ask the platform, to end the time that it has, and to bring the money home.
import type { NewJob } from '../../../kit/background/jobs.ts';
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/payment/record.ts';

/** `asks`: how often the platform was asked before. */
export function askJob(context: TransfersContext, { id, details }: Transaction): NewJob {
  const asks = details.uma?.pending?.asks ?? 0;
  return jobOf(context, { kind: 'uma-ask', key: `${id} ${asks}`, payload: { transactionId: id, asks }, afterMs: 0 });
}

/** `round` tells one deadline from the next. */
export function deadlineJob(context: TransfersContext, { id, round }: Transaction, afterMs: number): NewJob {
  return jobOf(context, { kind: 'uma-deadline', key: `${id} ${round}`, payload: { transactionId: id, round }, afterMs });
}

export function settleJob(context: TransfersContext, { id, stage, round }: Transaction, afterMs: number): NewJob {
  const payload = { transactionId: id, stage, round };
  return jobOf(context, { kind: 'uma-settle', key: `${id} ${stage} ${round}`, payload, afterMs });
}

type Parts = Pick<NewJob, 'kind' | 'key' | 'payload'> & { readonly afterMs: number };

function jobOf({ caller, clock, requestId }: TransfersContext, { afterMs, ...parts }: Parts): NewJob {
  return { ...parts, caller, requestId, runAt: new Date(clock.now().getTime() + afterMs) };
}
