// Waiting for work, but not for ever: whoever gives up leaves it running.
import { setTimeout as pause } from 'node:timers/promises';

/** Whether the work ends, well or badly, within this time of the machine. */
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
