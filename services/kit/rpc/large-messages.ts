// Large messages take turns, with pauses between them, so that the calls of others are answered meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { Refusal } from '../messages/fail.ts';

/** Fields of a message that takes milliseconds to read and check. */
const largeFields = 1_000;
/** About twice as long as the largest one takes. */
const pauseMs = 100;
const waitingMax = 50;

let freeAtMs = 0;
let waiting = 0;

/** Undefined for a small message, which goes on at once. Rejects with RATE_LIMITED when too many wait. */
export function waitFor(fields: number): Promise<void> | undefined {
  return fields < largeFields ? undefined : waitInLine();
}

async function waitInLine(): Promise<void> {
  if (waiting >= waitingMax)
    throw new Refusal(ErrorCode.RATE_LIMITED, 'Too many large messages at once.', { retryAfterSeconds: 1 });
  const nowMs = performance.now();
  const startMs = Math.max(nowMs, freeAtMs);
  freeAtMs = startMs + pauseMs;
  waiting++;
  await pause(startMs - nowMs);
  waiting--;
}
