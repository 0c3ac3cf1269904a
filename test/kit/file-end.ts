// What ends with a test file, wherever in the file it was started.
import { afterAll } from 'vitest';

type Work = () => unknown;

const works: (() => Promise<void>)[] = [];

/**
 * Runs work once, at the end of the test file. Returns a function that runs it earlier. Vitest ignores an `afterAll` that is called
 * by a running test or hook, so `endFile` does what is left; it runs after the hooks of the file.
 */
export function atEndOfFile(work: Work): () => Promise<void> {
  let done: Promise<void> | undefined;
  const once = () => (done ??= Promise.try(work).then(() => undefined));
  afterAll(once);
  works.push(once);
  return once;
}

/** Last started, first ended. A failure is thrown when the others have ended. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works.splice(0).toReversed()) await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
