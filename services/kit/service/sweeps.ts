// Periodic background work: expiry, cleanup, audits.
import type { Log } from '../core/log.ts';
import type { Context } from '../core/method.ts';
import type { Sweep } from './service.ts';

export interface Sweeping {
  /** Runs every sweep once, now. */
  runAll(): Promise<void>;
  stop(): Promise<void>;
}

export interface SweepOptions {
  readonly sweeps: readonly Sweep<Context>[];
  readonly contextOf: () => Context;
  readonly log: Log;
}

/** Starts a timer per sweep. A failed sweep is logged and runs again at its next interval. */
export function startSweeps({ sweeps, contextOf, log }: SweepOptions): Sweeping {
  const running = new Set<Promise<void>>();
  const start = (sweep: Sweep<Context>) => {
    const run = sweep
      .run(contextOf())
      .catch((error: unknown) =>
        log.error({ err: error, sweep: sweep.name }, 'A sweep failed and will run again at its next interval.'),
      )
      .finally(() => running.delete(run));
    running.add(run);
  };
  const timers = sweeps.map((sweep) => setInterval(start, sweep.everyMs, sweep).unref());

  return {
    runAll: async () => {
      for (const sweep of sweeps) await sweep.run(contextOf());
    },
    stop: async () => {
      timers.forEach(clearInterval);
      await Promise.all(running);
    },
  };
}
