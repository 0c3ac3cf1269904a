// Timeouts of tests. Tests wait for events; these limits only end a wait that would last forever, on the busiest machine.
import { setTimeout as pause } from 'node:timers/promises';

/** For a single event. */
export const patienceMs = 120_000;

/** For a test or a hook, which can wait for several events. */
export const testPatienceMs = 3 * patienceMs;

/** For a database connection. A busy machine is slow, not down: tests of outages set their own time. */
export const databaseWaitMs = 60_000;

/** Errors of a log, except for the slow readiness checks of a busy machine. */
export const errorLine = /error(?!.*Query read timeout)/i;

/** Rejects after the timeout. To be raced with an event that may never come. */
export async function notWithin(message: string): Promise<never> {
  await pause(patienceMs, undefined, { ref: false });
  throw new Error(message);
}
