// A loop that runs due work, then sleeps until work may be due. It can be woken early.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../core/log.ts';
import { isOutage } from '../storage/outage.ts';

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

/** Starts the loop. A failed run is repeated, and logged: an outage once, anything else each time. */
export function startLoop({ runDue, log }: LoopOptions): BackgroundLoop {
  const stopping = new AbortController();
  let alarm = new AbortController();
  let isInterrupted = false;

  const report = (error: unknown) => {
    const isKnown = isOutage(error);
    if (!isKnown) log.error({ err: error }, 'A background task failed and will be retried.');
    else if (!isInterrupted) log.warn({ reason: String(error) }, 'An outage interrupted background work, which will be retried.');
    isInterrupted = isKnown;
    return restAfterFailureMs;
  };
  const runOnce = async () => {
    const restMs = await runDue();
    isInterrupted = false;
    return restMs;
  };
  const run = async () => {
    // Loops that start together look at different times: at once, each would open a connection while the process begins to serve.
    await rest(randomInt(restMaxMs), alarm.signal);
    while (!stopping.signal.aborted) {
      alarm = new AbortController();
      const restMs = await runOnce().catch(report);
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
