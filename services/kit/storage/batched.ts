// Natural batching: while one batch is out, the next one gathers. No timer, so an idle sender sends at once.

import { busy } from './outage.ts';

/** Items that wait for a batch at most. */
const waitingMax = 10_000;

/** Turns a sender of many into a taker of one. Each taker learns the fate of its batch. Throws SERVICE_UNAVAILABLE when too many wait. */
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
    if (waiting.length >= waitingMax) return Promise.reject(busy());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ item, resolve, reject });
    if (!isOut) void pump();
    return promise;
  };
}
