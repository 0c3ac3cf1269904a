// Batching without a timer: while one batch is sent, the next one collects items. An idle sender sends immediately.

import { currentDryRun } from '../core/dry-run.ts';
import { untraced } from '../core/tracing.ts';
import { busy } from './outage.ts';

/** Maximum of items that wait for a batch. */
const waitingMax = 10_000;

/**
 * Turns a batch function into a function for single items. Each caller gets the result of its batch. Throws SERVICE_UNAVAILABLE if too many
 * wait.
 */
export function batched<T>(send: (items: T[]) => Promise<void>, sizeMax = 500): (item: T) => Promise<void> {
  let waiting: { item: T; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let isOut = false;

  const pump = async () => {
    isOut = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, sizeMax);
      waiting = waiting.slice(sizeMax);
      await send(batch.map(({ item }) => item)).then(
        () => batch.forEach(({ resolve }) => resolve()),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      );
    }
    isOut = false;
  };

  return (item) => {
    if (currentDryRun()) return send([item]); // in its own transactions
    if (waiting.length >= waitingMax) return Promise.reject(busy());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ item, resolve, reject });
    if (!isOut) void untraced(pump);
    return promise;
  };
}
