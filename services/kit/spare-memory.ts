// For work that goes through more than a process should hold: while it lasts, what is dead in the heap is looked for sooner.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How far the heap grows beyond what is alive before what is dead in it is looked for, in percent. On a large machine V8 lets it
 * grow to four times what is alive, by itself (0): an import of 100,000 customers then takes hundreds of megabytes more, and is no faster.
 */
const sparingPercent = 60;
const byItself = 0;
/** What the work leaves behind, its events and accounts, takes memory too. */
const lingerMs = 60_000;

let sparing: NodeJS.Timeout | undefined;

/** From now on, and until no such work was begun for a minute. */
export function spareMemory(): void {
  if (sparing) return void sparing.refresh();
  growBy(sparingPercent);
  collectOnce();
  sparing = setTimeout(() => {
    sparing = undefined;
    growBy(byItself);
  }, lingerMs).unref();
}

function growBy(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/** How far the heap may grow is reckoned at the end of each collection: without one now, the last one's bound would hold on. */
function collectOnce(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}
