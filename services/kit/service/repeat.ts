// Timers of background work.
import { randomInt } from 'node:crypto';

/**
 * Repeats work from a random moment of the second interval on. Otherwise the work of all services of a process would run at once, and payments
 * would wait. Returns a function that ends it.
 */
export function repeat(everyMs: number, work: () => void): () => void {
  const begin = () => {
    end();
    timer = setInterval(work, everyMs).unref();
    work();
  };
  let timer = setInterval(begin, everyMs + randomInt(everyMs)).unref();
  const end = () => clearInterval(timer);
  return end;
}
