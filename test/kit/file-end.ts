// What ends with a test file, wherever in the file it was started.
import { afterAll } from 'vitest';

const works: (() => Promise<void>)[] = [];

/**
 * Runs work once, at the end of the test file. Vitest ignores an `afterAll` that is called by a running test or hook, so `endFile` does what
 * is left; it runs after the hooks of the file.
 */
export function atEndOfFile(work: () => Promise<void>): void {
  let done: Promise<void> | undefined;
  const once = () => (done ??= work());
  afterAll(once);
  works.push(once);
}

/** Last started, first ended. */
export async function endFile(): Promise<void> {
  for (const work of works.splice(0).toReversed()) await work();
}
