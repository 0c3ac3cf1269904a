// The workers of a service: one for its jobs, and one for jobs that mostly wait for external parties. Their concurrency limits are
// separate.
import { type Jobs, type JobsOptions, startJobs } from './job-worker.ts';

export interface LanesOptions extends Omit<JobsOptions, 'concurrency'> {
  /** Handlers that use only memory while they wait. */
  readonly waiting: JobsOptions['handlers'];
}

/** Limit of waiting jobs. A waiting job costs only a connection. */
const waitingMax = 4_000;

export function startLanes({ waiting, handlers, ...shared }: LanesOptions): Jobs {
  const lanes = [startJobs({ ...shared, handlers })];
  if (Object.keys(waiting).length > 0) lanes.push(startJobs({ ...shared, handlers: waiting, concurrency: waitingMax }));
  const laneOf = (kind: string) => (kind in waiting ? lanes.at(-1) : lanes[0]);

  return {
    wake: () => lanes.forEach((lane) => lane.wake()),
    done: () => lanes.reduce((sum, lane) => sum + lane.done(), 0),
    runNow: async (job) => laneOf(job.kind)?.runNow(job),
    /** A job of one lane may add jobs to the other. */
    runFor: async (platformId) => {
      for (let hasRun = false; ; hasRun = true) {
        const ran = await Promise.all(lanes.map((lane) => lane.runFor(platformId)));
        if (!ran.includes(true)) return hasRun;
      }
    },
    runDue: async () => {
      for (let count = 0; ; ) {
        const ran = await Promise.all(lanes.map((lane) => lane.runDue()));
        const sum = ran.reduce((all, one) => all + one, 0);
        if (sum === 0) return count;
        count += sum;
      }
    },
    stop: async () => void (await Promise.all(lanes.map((lane) => lane.stop()))),
  };
}
