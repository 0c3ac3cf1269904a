// Retries webhooks during a clock advance: each retry is attempted once, at its time.
import { setTimeout as pause } from 'node:timers/promises';
import type { Deadlines } from '../../kit/service/service.ts';
import type { WebhookContext } from '../context.ts';

/** How long one stop of the clock waits for receivers. Slower ones are left behind. */
const patienceMs = 2_000;
const lookEveryMs = 5;

export const retryClock: Deadlines<WebhookContext> = {
  isOutside: true,
  moveClock: (platformId, clockOffsetMs, { store }) => store.retries.moveClock(platformId, clockOffsetMs),
  next: ({ store, caller, wall }) => store.retries.nextOf(caller.platformId, wall.now()),
  run: async ({ store, caller, courier, wall }) => {
    const { platformId } = caller;
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookEveryMs) {
      if (!(await store.retries.isAnyDue(platformId, wall.now()))) break;
      courier.wake([platformId]);
      await pause(lookEveryMs);
    }
    return false; // receivers create no work for our services
  },
};
