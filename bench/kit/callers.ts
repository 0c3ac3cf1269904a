// Concurrent callers, each of which calls again after its response.

/** Calls until all turns are used. Returns the duration in seconds. */
export async function callRepeatedly(callers: number, count: number, call: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const startMs = performance.now();
  const caller = async () => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (performance.now() - startMs) / 1000;
}

/** Calls for a while. Returns calls per second. */
export async function callsPerSecond(callers: number, seconds: number, call: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let calls = 0;
  const caller = async () => {
    while (performance.now() < endMs) {
      await call();
      calls++;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (calls * 1000) / (performance.now() - startMs);
}
