// Waits for work with a timeout. The work continues after a timeout.
import { setTimeout as pause } from 'node:timers/promises';

/** Whether the work ends, successfully or not, within this real time. */
export async function isDoneWithin(work: Promise<unknown>, timeMs: number): Promise<boolean> {
  const end = new AbortController();
  const done = work.then(
    () => true,
    () => true,
  );
  const tooLate = pause(timeMs, false, { signal: end.signal }).catch(() => false);
  const isDone = await Promise.race([done, tooLate]);
  end.abort();
  return isDone;
}
