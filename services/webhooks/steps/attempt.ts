// One attempt to deliver an event, and its result.
import { randomInt } from 'node:crypto';
import { type Answer, NoAnswer, type NoAnswerReason } from '../../kit/calls/outbound.ts';
import type { Clock } from '../../kit/core/clock.ts';
import type { Destination } from '../domain/destination.ts';
import { nextAttemptAt } from '../domain/schedule.ts';
import { isAcknowledged, retryAfterMs } from '../domain/verdict.ts';
import type { Claimed, Ended } from '../store/deliveries.ts';
import type { Exchange } from './exchange.ts';

export interface AttemptParts {
  readonly exchange: Exchange;
  readonly wall: Clock;
  /** Aborted when the process stops. An aborted attempt does not count as failed; the next process sends the event again. */
  readonly stopping: AbortSignal;
}

/** Sends the event. Without a destination, or if its customer was erased, it ends and is never sent. */
export async function attemptDelivery(
  delivery: Claimed,
  destination: Destination | undefined,
  { exchange, wall, stopping }: AttemptParts,
): Promise<Ended> {
  if (!destination) return { delivery, state: 'NO_ENDPOINT' };
  if (stopping.aborted) return putBack(delivery);
  const body = delivery.openBody();
  if (!body) return { delivery, state: 'DEAD' };
  const startedAt = wall.now();
  const result = await answerOf(exchange(body, destination, stopping));
  if ('failure' in result && stopping.aborted) return putBack(delivery);

  const now = wall.now();
  const attempt = { startedAt, durationMs: now.getTime() - startedAt.getTime(), ...kept(result) };
  if ('status' in result && isAcknowledged(result.status)) return { delivery, state: 'DELIVERED', attempt };
  const dueAt = retryOf({ delivery, result, now });
  return dueAt ? { delivery, state: 'PENDING', dueAt, attempt } : { delivery, state: 'DEAD', attempt };
}

/** The attempt could not be made, through no fault of the receiver. It does not count, and is repeated. */
export function putBack(delivery: Claimed): Ended {
  return { delivery, state: 'PENDING' };
}

type Result = Answer | { readonly failure: NoAnswerReason };

async function answerOf(exchange: Promise<Answer>): Promise<Result> {
  return exchange.catch((error: unknown) => {
    if (error instanceof NoAnswer) return { failure: error.reason };
    throw error;
  });
}

interface Unanswered {
  readonly delivery: Claimed;
  readonly result: Result;
  readonly now: Date;
}

function retryOf({ delivery, result, now }: Unanswered): Date | undefined {
  if (!delivery.isRetried) return undefined;
  const asked = 'status' in result ? retryAfterMs(result, now) : undefined;
  return nextAttemptAt({
    attempts: delivery.attempts + 1,
    now,
    giveUpAt: delivery.giveUpAt,
    chance: randomInt(1_000_000) / 1_000_000,
    ...(asked !== undefined && { retryAfterMs: asked }),
  });
}

const keptBytes = 4096;

function kept(result: Result) {
  return 'status' in result ? { status: result.status, response: result.body.subarray(0, keptBytes) } : result;
}
