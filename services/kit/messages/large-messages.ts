// Large messages take turns, whichever door they come through, so that the calls of others are answered meanwhile.
import { setImmediate as nextIteration, setTimeout as pause } from 'node:timers/promises';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { Refusal } from './fail.ts';

/** Fields of a message that takes milliseconds to read and check. */
const largeFields = 1_000;
/** After each large message others have the process for so many times as long as it took. */
const restShare = 4;
/** Of one platform, and of all. A message has a mebibyte at most. */
const waitingMax = { ofPlatform: 8, all: 64 };

/** Ends the wait of a message. */
type Start = () => void;

/** Of each platform, in the order of their next turns. */
const queues = new Map<string, Start[]>();
let waiting = 0;
let isServing = false;

/**
 * Undefined for a small message, which goes on at once; otherwise resolves when it may be read and checked, which is to be done before
 * anything else is waited for. `platformId` is empty for callers without credentials. Rejects with RATE_LIMITED when too many wait.
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
    await nextIteration(); // the message is read and checked by then
    await pause(restShare * (performance.now() - startMs));
  }
  isServing = false;
}

/** The platform whose message is taken comes last from then on. */
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
