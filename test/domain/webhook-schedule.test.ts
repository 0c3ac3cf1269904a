// The delays between delivery attempts of an event.
import { expect, test } from 'vitest';
import { nextAttemptAt, tryingMs } from '../../services/webhooks/domain/schedule.ts';
import { retryAfterMs } from '../../services/webhooks/domain/verdict.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const giveUpAt = new Date(now.getTime() + tryingMs);
const middle = 0.5;

const secondsOf = (attempts: number, chance = middle) =>
  ((nextAttemptAt({ attempts, now, giveUpAt, chance })?.getTime() ?? Number.NaN) - now.getTime()) / 1000;

test('delays double from five seconds to half an hour', () => {
  const delays = Array.from({ length: 12 }, (_, index) => secondsOf(index + 1));

  expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1800, 1800, 1800]);
});

test('a delay varies by a tenth', () => {
  expect([secondsOf(1, 0), secondsOf(1, 1), secondsOf(400, 0), secondsOf(400, 1)]).toEqual([4.5, 5.5, 1620, 1980]);
});

test('no attempt follows seven days after the event', () => {
  const atTheEdge = new Date(giveUpAt.getTime() - 1_800_000);
  const past = new Date(giveUpAt.getTime() - 1_799_999);

  expect(nextAttemptAt({ attempts: 300, now: atTheEdge, giveUpAt, chance: middle })).toEqual(giveUpAt);
  expect(nextAttemptAt({ attempts: 300, now: past, giveUpAt, chance: middle })).toBeUndefined();
});

test('a permanently dead receiver gets about 340 attempts', () => {
  let attempts = 1;
  for (let at: Date | undefined = now; at; attempts++) at = nextAttemptAt({ attempts, now: at, giveUpAt, chance: middle });

  expect(attempts).toBeGreaterThan(330);
  expect(attempts).toBeLessThan(350);
});

test.each([
  [429, '7', 7_000],
  [503, 'Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  [503, 'Wed, 31 Dec 2025 00:00:00 GMT', undefined],
  [503, '-5', undefined],
  [500, '7', undefined],
  [429, undefined, undefined],
])('the answer %i with Retry-After %s delays the retry by %s ms', (status, retryAfter, expected) => {
  expect(retryAfterMs({ status, ...(retryAfter !== undefined && { retryAfter }) }, now)).toBe(expected);
});
