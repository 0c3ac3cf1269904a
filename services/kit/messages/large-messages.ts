// Throttles large messages at every door, so that other calls are processed in between.
import { setImmediate as nextIteration, setTimeout as pause } from 'node:timers/promises';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { Refusal } from './fail.ts';

/** Messages with more fields take milliseconds to read and check. */
const largeFields = 1_000;
/** After each large message, other calls have the process for this many times its duration. */
const restShare = 4;
/** Waiting messages of one platform, and in total. A message has at most 1 MiB. */
const waitingMax = { ofPlatform: 8, all: 64 };

/** Ends the wait of a message. */
type Start = () => void;

/** By platform, in the order of their next turns. */
const queues = new Map<string, Start[]>();
let waiting = 0;
let isServing = false;

/**
 * Undefined for a small message. Otherwise resolves when the message may be read and checked, which must happen synchronously. `platformId`
 * is empty for callers without credentials. Rejects with RATE_LIMITED if too many wait.
 */
export function waitFor(platformId: string, fields: number): Promise<void> | undefined {
  return fields < largeFields ? undefined : waitForTurn(platformId);
}

async function waitForTurn(platformId: string): Promise<void> {
  const queue = queues.get(platformId) ?? [];
  if (queue.length >= waitingMax.ofPlatform || waiting >= waitingMax.all)
    throw new Refusal(ErrorCode.RATE_LIMITED, 'Too many large messages at the same time. Try again.', { retryAfterSeconds: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.push(resolve);
  queues.set(platformId, queue);
  waiting++;
  if (!isServing) void serve();
  return promise;
}

async function serve(): Promise<void> {
  isServing = true;
  for (let start = takeNext(); start; start = takeNext()) {
    const startMs = performance.now();
    start();
    await nextIteration(); // by then the message is read and checked
    await pause(restShare * (performance.now() - startMs));
  }
  isServing = false;
}

/** Moves the platform of the started message to the end of the queue. */
function takeNext(): Start | undefined {
  const [first] = queues;
  if (!first) return undefined;
  const [platformId, queue] = first;
  queues.delete(platformId);
  const start = queue.shift();
  if (queue.length > 0) queues.set(platformId, queue);
  waiting--;
  return start;
}
