// Deaths of the process at a point of the code, played within the process of the test.
import { onTestFinished } from 'vitest';

export class Death extends Error {}

/** The work that comes to this point first ends there as if the process had died: nothing after it runs. What comes later lives. */
export function dieAt(point: string): { hasDied: () => boolean } {
  let hasDied = false;
  globalThis.onCrashPoint = (name) => {
    if (name !== point || hasDied) return;
    hasDied = true;
    throw new Death(`Died at '${name}'.`);
  };
  onTestFinished(() => {
    globalThis.onCrashPoint = undefined;
  });
  return { hasDied: () => hasDied };
}
