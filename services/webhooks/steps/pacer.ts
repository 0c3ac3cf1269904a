// Starts attempts that are likely to fail a few at a time, so that many dead receivers do not slow down the process for healthy ones.
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const atOnce = 4;
const restMsMin = 2;
const restMsMax = 250;
/** Share of the process's time. Above it, the pauses grow. */
const busyShare = 0.6;

export class Pacer {
  #waiting: (() => void)[] = [];
  #isRunning = false;

  /** Resolves in order, when this attempt may start. */
  waitForTurn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (!this.#isRunning) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let restMs = restMsMin;
    while (this.#waiting.length > 0) {
      const before = performance.eventLoopUtilization();
      for (const go of this.#waiting.splice(0, atOnce)) go();
      await pause(restMs);
      const { utilization } = performance.eventLoopUtilization(before);
      restMs = utilization > busyShare ? Math.min(restMsMax, restMs * 2) : Math.max(restMsMin, restMs / 2);
    }
    this.#isRunning = false;
  }
}
