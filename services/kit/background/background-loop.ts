// A loop that runs due work, then sleeps until work may be due. It can be woken early.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../core/log.ts';

export interface BackgroundLoop {
  /** Starts a run immediately, or after the current one. */
  wake(): void;
  /** Returns after the current run. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** Runs due work. Returns how long nothing else is due, in milliseconds. */
  readonly runDue: () => Promise<number>;
  readonly log: Log;
}

/** Starts the loop. A failed run is logged and repeated. */
export function startLoop({ runDue, log }: LoopOptions): BackgroundLoop {
  const stopping = new AbortController();
  let alarm = new AbortController();

  const run = async () => {
    while (!stopping.signal.aborted) {
      alarm = new AbortController();
      const restMs = await runDue().catch((error: unknown) => {
        log.error({ err: error }, 'A background task failed and will be retried.');
        return restAfterFailureMs;
      });
      await rest(restMs, alarm.signal);
    }
  };
  const running = run();

  return {
    wake: () => alarm.abort(woken),
    stop: () => {
      stopping.abort();
      alarm.abort(woken);
      return running;
    },
  };
}

/** Without a reason of its own, each abort would create an error and its stack. */
const woken = 'woken';

const restAfterFailureMs = 500;
/** Maximum sleep. Notifications can be lost, leases of other processes can expire, and clocks can advance. */
export const restMaxMs = 2000;

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  await pause(Math.min(ms, restMaxMs), undefined, { signal, ref: false }).catch(() => undefined);
}
