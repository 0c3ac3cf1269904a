// Periodic audits: they rest between their steps, and end with their process.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wall } from '../../services/kit/core/clock.ts';
import { type Log, silent } from '../../services/kit/core/log.ts';
import { type Rest, startAudit, withoutRest } from '../../services/kit/service/audits.ts';
import { testDatabase } from '../kit/database.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(await testDatabase());
afterAll(() => database.close());
beforeEach(async () => {
  await database.query(sql`truncate audit_run`);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

const minuteMs = 60_000;

test('a periodic audit that is not done ends with its process, and another process can run it at once', async () => {
  let steps = 0;
  const endless = async (rest: Rest) => {
    for (;;) {
      steps++;
      await rest();
    }
  };
  const errors: unknown[] = [];
  const log: Log = { ...silent, error: (...entry: unknown[]) => void errors.push(entry) };
  const stopped = startAudit({ look: endless, everyMs: minuteMs, database, wall, log });
  vi.advanceTimersByTime(2 * minuteMs);
  await vi.waitFor(() => expect(steps).toBeGreaterThan(2));
  await stopped.stop();
  const stepsThen = steps;

  const other = startAudit({ look: async () => ['one'], everyMs: minuteMs, database, wall, log: silent });
  await other.run();
  await other.stop();

  expect([other.found(), steps, errors]).toEqual([1, stepsThen, []]);
});

test('a periodic audit rests three times as long as it works; one whose caller waits does not', async () => {
  const rests: Rest[] = [];
  let restPerWork = 0;
  const look = async (rest: Rest) => {
    rests.push(rest);
    const begunMs = performance.now();
    await pause(20);
    const workedMs = performance.now() - begunMs;
    await rest();
    restPerWork ||= (performance.now() - begunMs - workedMs) / workedMs;
    return [];
  };
  const audit = startAudit({ look, everyMs: minuteMs, database, wall, log: silent });
  vi.advanceTimersByTime(2 * minuteMs);
  await vi.waitFor(() => expect(audit.found()).toBe(0));
  await database.query(sql`truncate audit_run`);
  await audit.run();
  await audit.stop();

  expect(restPerWork).toBeGreaterThan(2.8); // timers may end a millisecond early
  expect(rests.map((rest) => rest === withoutRest)).toEqual([false, true]);
});
