// A tool call is one request for the rate limit: the endpoint counts it, so the operation that it calls is not counted again.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RateLimit } from '../../services/kit/calls/rate-limit.ts';

const counted = new AsyncLocalStorage<{ isLeft: boolean }>();

/** For work of a request that was counted. */
export const afterCounting = <T>(run: () => T): T => counted.run({ isLeft: true }, run);

/** The limit for operations. Of the operations that one request calls, the first is free. */
export function exceptCounted(limit: RateLimit): RateLimit {
  return (caller) => {
    const request = counted.getStore();
    if (request?.isLeft) request.isLeft = false;
    else limit(caller);
  };
}
