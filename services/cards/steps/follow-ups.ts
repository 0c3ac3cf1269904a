// Work that this process does after its response. It is optional: if the process dies, the sweep of due transactions does it.
import type { Log } from '../../kit/core/log.ts';
import type { Background } from '../../kit/service/service.ts';

export interface FollowUps extends Background {
  add(work: Promise<void>): void;
}

/** One per process. */
export function openFollowUps(log: Log): FollowUps {
  const running = new Set<Promise<void>>();
  let done = 0;
  const runDue = async () => void (await Promise.all(running));
  return {
    add: (work) => {
      const followed = work
        .catch((error: unknown) => log.warn({ err: error }, 'Work after a response failed and will be done when it is due.'))
        .finally(() => {
          running.delete(followed);
          done++;
        });
      running.add(followed);
    },
    runDue,
    done: () => done,
    stop: runDue,
  };
}
