// Simulates the death of a process at a point of the code, within the process of the test.
import { onTestFinished } from 'vitest';

export class Death extends Error {}

/** The first work that reaches this point stops there, as in a dead process. Later work continues. */
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
