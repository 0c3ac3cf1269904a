// Natural batching: while one batch is out, the next one gathers. No timer, so an idle sender sends at once.

/** Turns a sender of many into a taker of one. Each taker learns the fate of its batch. */
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
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ item, resolve, reject });
    if (!isOut) void pump();
    return promise;
  };
}
