// Limits the calls per token, agent and operator. Each process counts separately: the aim is to protect each process.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { RecentMap } from '../core/recent-map.ts';
import { Refusal } from '../messages/fail.ts';

/** Evicting an unused bucket is harmless, because it would be full again. */
const bucketsMax = 100_000;

/** Throws RATE_LIMITED for a caller that calls too often. */
export type RateLimit = (caller: Caller) => void;

/** One token bucket per API token, agent and operator. It holds two seconds' worth of calls and refills continuously. */
export function rateLimit(perSecond: number, wall: Clock): RateLimit {
  const buckets = new RecentMap<string, { calls: number; atMs: number }>(bucketsMax);
  const full = 2 * perSecond;

  return ({ agentId, tokenId, operatorId, platformId }) => {
    const name = agentId ?? tokenId ?? operatorId ?? platformId;
    const nowMs = wall.now().getTime();
    const known = buckets.get(name) ?? { calls: full, atMs: nowMs };
    const calls = Math.min(full, known.calls + ((nowMs - known.atMs) * perSecond) / 1000);
    buckets.set(name, { calls: Math.max(0, calls - 1), atMs: nowMs });
    if (calls < 1)
      throw new Refusal(ErrorCode.RATE_LIMITED, 'Too many requests with this token. Try again later.', { retryAfterSeconds: 1 });
  };
}
