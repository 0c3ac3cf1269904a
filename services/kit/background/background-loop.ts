// A loop that works, rests until something may be due, and can be woken early.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../core/log.ts';

export interface BackgroundLoop {
  /** A turn begins at once, or after the present one. */
  wake(): void;
  /** Returns after the present run. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** Does what is due, and says for how long there will be nothing more, in milliseconds. */
  readonly runDue: () => Promise<number>;
  readonly log: Log;
}

/** Starts it. A run that fails is logged and repeated. */
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
    wake: () => alarm.abort(),
    stop: () => {
      stopping.abort();
      alarm.abort();
      return running;
    },
  };
}

const restAfterFailureMs = 500;
/** Notifications can be lost, leases of other processes lapse, a clock may be moved: so it looks again at least this often. */
const restMaxMs = 2000;

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  await pause(Math.min(ms, restMaxMs), undefined, { signal, ref: false }).catch(() => undefined);
}
