// How often a token may call.
import { expect, test } from 'vitest';
import { rateLimit } from '../../gateway/rate-limit.ts';
import type { Caller } from '../../services/kit/caller.ts';
import { ManualWall } from '../kit/wall.ts';

const caller = (tokenId: string): Caller => ({
  platformId: 'p',
  environment: 'sandbox',
  permissions: [],
  clockOffsetMs: 0,
  tokenId,
});

test('twice the calls of a second may come at once, then as many as the rate allows, each token for itself', () => {
  const wall = new ManualWall();
  const limit = rateLimit(50, wall);
  const passed = (tokenId: string, calls: number) => {
    const attempts = Array.from({ length: calls }, () => {
      try {
        return limit(caller(tokenId)) ?? 'passed';
      } catch (error) {
        return error;
      }
    });
    return attempts.filter((attempt) => attempt === 'passed').length;
  };

  expect(passed('a', 120)).toBe(100);
  expect(passed('b', 10)).toBe(10);
  wall.advance(500);
  expect(passed('a', 120)).toBe(25);
  expect(() => limit(caller('a'))).toThrow(expect.objectContaining({ status: 429, retryAfterSeconds: 1 }));
});
