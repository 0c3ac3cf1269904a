// How long to wait before trying again.
import { randomInt } from 'node:crypto';

/** Doubles from half a second up to five minutes, give or take a fifth, so that what failed together does not return together. */
export function backOffMs(attempts: number): number {
  const plain = Math.min(500 * 2 ** Math.min(attempts - 1, 20), 300_000);
  return Math.round((plain * randomInt(80, 121)) / 100);
}
