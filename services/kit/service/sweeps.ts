// Periodic background work: expiry and cleanup.
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Context } from '../core/method.ts';
import { repeat } from './repeat.ts';
import type { Sweep } from './service.ts';

export interface Sweeping {
  /** Runs the sweeps whose interval has passed by the wall since they ran last, or since the start. */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

export interface SweepOptions {
  readonly sweeps: readonly Sweep<Context>[];
  readonly contextOf: () => Context;
  readonly wall: Clock;
  readonly log: Log;
}

/** Starts a timer per sweep. A failed sweep is logged and runs again at its next interval. */
export function startSweeps({ sweeps, contextOf, wall, log }: SweepOptions): Sweeping {
  const running = new Set<Promise<void>>();
  const startedMs = wall.now().getTime();
  const ranMs = new Map(sweeps.map((sweep) => [sweep, startedMs]));
  const run = (sweep: Sweep<Context>) => {
    ranMs.set(sweep, wall.now().getTime());
    return sweep.run(contextOf());
  };
  const isDue = (sweep: Sweep<Context>) => wall.now().getTime() - (ranMs.get(sweep) ?? startedMs) >= sweep.everyMs;
  const start = (sweep: Sweep<Context>) => {
    const done = run(sweep)
      .catch((error: unknown) =>
        log.error({ err: error, sweep: sweep.name }, 'A sweep failed and will run again at its next interval.'),
      )
      .finally(() => running.delete(done));
    running.add(done);
  };
  const ends = sweeps.map((sweep) => repeat(sweep.everyMs, () => start(sweep)));

  return {
    runDue: async () => {
      for (const sweep of sweeps.filter(isDue)) await run(sweep);
    },
    stop: async () => {
      for (const end of ends) end();
      await Promise.all(running);
    },
  };
}
