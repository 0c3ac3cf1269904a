// How long tests wait. They wait for events; these limits only end what would wait forever, on the busiest machine.
import { setTimeout as pause } from 'node:timers/promises';

/** For one thing to happen. */
export const patienceMs = 120_000;

/** For a test or a hook, which may wait for several things. */
export const testPatienceMs = 3 * patienceMs;

/** For a connection to the database. A busy machine is slow, not down: tests of outages set their own time. */
export const databaseWaitMs = 60_000;

/** In a log: errors, except that the database was slower than readiness waits for, as it is on a busy machine. */
export const errorLine = /error(?!.*Query read timeout)/i;

/** Throws this when the patience is over. To be raced with an event that may never come. */
export async function notWithin(message: string): Promise<never> {
  await pause(patienceMs, undefined, { ref: false });
  throw new Error(message);
}
