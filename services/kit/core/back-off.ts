// Delays between retries.
import { randomInt } from 'node:crypto';

/**
 * Doubles from half a second to five minutes, with a random variation of 20 %, so that concurrent failures do not retry at the same time.
 */
export function backOffMs(attempts: number): number {
  const plain = Math.min(500 * 2 ** Math.min(attempts - 1, 20), 300_000);
  return Math.round((plain * randomInt(80, 121)) / 100);
}
