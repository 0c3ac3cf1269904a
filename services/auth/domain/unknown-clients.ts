// Failures with client ids that no token has. They are counted in memory: whoever makes ids up fills no table.
import { type Failures, failureWindowMs } from './failures.ts';

export interface UnknownClients {
  /** Counts one more, as for ids of tokens; each process counts for itself. */
  count(clientId: string, now: Date): Failures;
}

const idsMax = 10_000;

/** Beyond ten thousand ids, the one that has been quiet for longest is forgotten. */
export function unknownClients(): UnknownClients {
  const failuresOf = new Map<string, Failures>();
  return {
    count(clientId, now) {
      const before = failuresOf.get(clientId);
      const isOver = !before || now.getTime() - before.since.getTime() >= failureWindowMs;
      const failures = isOver ? { since: now, count: 1 } : { since: before.since, count: before.count + 1 };
      failuresOf.delete(clientId); // the order of a map is that in which its keys came
      failuresOf.set(clientId, failures);
      const [quietest] = failuresOf.keys();
      if (failuresOf.size > idsMax && quietest !== undefined) failuresOf.delete(quietest);
      return failures;
    },
  };
}
