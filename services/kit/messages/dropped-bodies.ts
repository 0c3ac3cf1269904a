// The rest of refused bodies: dropped a piece at a time, so that other calls are processed in between.
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Between two pieces of usually 64 KiB, of all senders together. */
const restMs = 1;
/** The time for a sender to finish. */
const sendingMsMax = 30_000;

const dropped = new WeakSet<IncomingMessage>();
/** Those with a piece to read, in the order of their turns. */
const readable = new Set<IncomingMessage>();
let isReading = false;

/**
 * Lets a refused client finish sending, and drops what it sends. Closing the connection immediately would reset it and lose the refusal. Can
 * be called again.
 */
export function dropRest(source: IncomingMessage): void {
  if (source.readableEnded || source.destroyed || dropped.has(source)) return;
  dropped.add(source);
  const late = setTimeout(() => source.destroy(), sendingMsMax).unref();
  source.once('close', () => clearTimeout(late));
  source.unpipe().on('readable', () => {
    readable.add(source);
    if (!isReading) void readInTurns();
  });
}

async function readInTurns(): Promise<void> {
  isReading = true;
  for (let [source] = readable; source; [source] = readable) {
    readable.delete(source);
    if (source.read() === null) continue; // 'readable' follows
    readable.add(source);
    await pause(restMs);
  }
  isReading = false;
}
