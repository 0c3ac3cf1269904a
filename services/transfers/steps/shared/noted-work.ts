// Notes calls to the rail and jobs of sandbox platforms in their log.
import { RetryAt } from '../../../kit/background/job.ts';
import { currentTrace } from '../../../kit/core/tracing.ts';
import { nameOf, refusalFrom } from '../../../kit/messages/fail.ts';
import type { JobHandler } from '../../../kit/service/service.ts';
import type { TransfersContext } from '../../context.ts';
import { type ActivityType, traceIdIn } from '../../domain/record/activity.ts';
import type { NotedActivity } from '../../store/activities.ts';

/** Part of the work for a transaction. */
export interface Work<T> {
  readonly type: ActivityType;
  readonly name: string;
  /** uuid. */
  readonly transactionId: string;
  /** What is shown of the result. */
  readonly resultOf?: (result: T) => string;
}

/** Runs the work, and notes it if its platform is a sandbox. */
export async function noted<T>(context: TransfersContext, work: Work<T>, run: () => Promise<T>): Promise<T> {
  const { activities, caller, clock, wall, requestId } = context;
  if (!activities || caller.environment !== 'sandbox') return run();
  const { type, name, transactionId, resultOf } = work;
  const [time, begun] = [clock.now(), wall.now().getTime()];
  const add = (end: Pick<NotedActivity, 'outcome' | 'result'>) =>
    activities.add(caller.platformId, {
      type,
      name,
      transactionId,
      time,
      requestId,
      ...end,
      durationMs: wall.now().getTime() - begun,
      traceId: traceIdIn(currentTrace()),
    });
  try {
    const result = await run();
    add({ outcome: 'DONE', result: resultOf?.(result) });
    return result;
  } catch (error) {
    add(error instanceof RetryAt ? { outcome: 'POSTPONED', result: undefined } : { outcome: 'FAILED', result: codeOf(error) });
    throw error;
  }
}

function codeOf(error: unknown): string {
  const refusal = refusalFrom(error);
  return refusal ? nameOf(refusal.code) : 'INTERNAL_ERROR';
}

/** The same jobs, with their runs noted. */
export function notedJobs<Kind extends string>(
  jobs: Readonly<Record<Kind, JobHandler<TransfersContext>>>,
): Readonly<Record<string, JobHandler<TransfersContext>>> {
  const handlers = Object.entries<JobHandler<TransfersContext>>(jobs);
  return Object.fromEntries(handlers.map(([kind, handle]) => [kind, notedJob(handle)]));
}

function notedJob(handle: JobHandler<TransfersContext>): JobHandler<TransfersContext> {
  return (job, context) =>
    noted(context, { type: 'JOB', name: job.kind, transactionId: String(job.payload.transactionId) }, () => handle(job, context));
}
