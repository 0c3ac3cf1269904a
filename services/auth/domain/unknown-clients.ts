// Failures with unknown client ids. They are counted in memory, so that invented ids fill no table.
import { type Failures, failureWindowMs } from './failures.ts';

export interface UnknownClients {
  /** Counts a failure, like for known ids. Each process counts separately. */
  count(clientId: string, now: Date): Failures;
}

const idsMax = 10_000;

/** Above ten thousand ids, the least recently used one is evicted. */
export function unknownClients(): UnknownClients {
  const failuresOf = new Map<string, Failures>();
  return {
    count(clientId, now) {
      const before = failuresOf.get(clientId);
      const isOver = !before || now.getTime() - before.since.getTime() >= failureWindowMs;
      const failures = isOver ? { since: now, count: 1 } : { since: before.since, count: before.count + 1 };
      failuresOf.delete(clientId); // a map keeps its keys in insertion order
      failuresOf.set(clientId, failures);
      const [quietest] = failuresOf.keys();
      if (failuresOf.size > idsMax && quietest !== undefined) failuresOf.delete(quietest);
      return failures;
    },
  };
}
