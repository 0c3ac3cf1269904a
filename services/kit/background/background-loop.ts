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
  /** Maximum sleep while nothing wakes the loop. It grows up to this time. Default: two seconds. */
  readonly idleMaxMs?: number;
  readonly log: Log;
}

/** Starts the loop. A failed run is repeated, and logged: an outage once, anything else each time. */
export function startLoop({ runDue, idleMaxMs = restMaxMs, log }: LoopOptions): BackgroundLoop {
  const stopping = new AbortController();
  let alarm = new AbortController();
  let isInterrupted = false;
  let restLimitMs = restMaxMs;

  const report = (error: unknown) => {
    const isKnown = isOutage(error);
    if (!isKnown) log.error({ err: error }, 'A background task failed and will be retried.');
    else if (!isInterrupted) log.warn({ reason: String(error) }, 'An outage interrupted background work, which will be retried.');
    isInterrupted = isKnown;
    restLimitMs = restMaxMs;
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
      await rest(Math.min(restMs, restLimitMs), alarm.signal);
      restLimitMs = alarm.signal.aborted ? restMaxMs : Math.min(2 * restLimitMs, idleMaxMs);
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
/** Maximum sleep of a loop that was woken. Notifications can be lost, leases of other processes can expire, and clocks can advance. */
const restMaxMs = 2_000;

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
