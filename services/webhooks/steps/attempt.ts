// One attempt to deliver an event, and its result.
import { randomInt } from 'node:crypto';
import { type Answer, NoAnswer, type NoAnswerReason } from '../../kit/calls/outbound.ts';
import type { Clock } from '../../kit/core/clock.ts';
import { currentSpan, resumed, type Step } from '../../kit/core/tracing.ts';
import type { Destination } from '../domain/destination.ts';
import { faultFailure, type WebhookFault } from '../domain/fault.ts';
import { nextAttemptAt } from '../domain/schedule.ts';
import { isAcknowledged, retryAfterMs } from '../domain/verdict.ts';
import type { Claimed, Ended } from '../store/delivery-rows.ts';
import type { Exchange } from './exchange.ts';

export interface AttemptParts {
  readonly exchange: Exchange;
  readonly wall: Clock;
  /** What happens to the attempt instead. */
  readonly fault?: WebhookFault | undefined;
  /** Aborted when the process stops. An aborted attempt does not count as failed; the next process sends the event again. */
  readonly stopping: AbortSignal;
}

/** Sends the event. Without a destination, or if its customer was erased, it ends and is never sent. */
export async function attemptDelivery(
  delivery: Claimed,
  destination: Destination | undefined,
  { exchange, wall, fault, stopping }: AttemptParts,
): Promise<Ended> {
  if (!destination) return { delivery, state: 'NO_ENDPOINT' };
  if (stopping.aborted) return putBack(delivery);
  const body = delivery.openBody();
  if (!body) return { delivery, state: 'DEAD' };
  const startedAt = wall.now();
  if (fault && fault.kind !== 'DUPLICATED') return prevented({ delivery, fault, now: startedAt });
  const send = () => answerOf(exchangeTraced(delivery, () => exchange(body, destination, stopping)));
  const result = await send();
  if (fault) await send(); // the first response counts
  if ('failure' in result && stopping.aborted) return putBack(delivery);

  const now = wall.now();
  const attempt = { startedAt, durationMs: now.getTime() - startedAt.getTime(), ...kept(result) };
  if ('status' in result && isAcknowledged(result.status)) return { delivery, state: 'DELIVERED', attempt };
  const dueAt = retryOf({ delivery, result, now });
  return dueAt ? { delivery, state: 'PENDING', dueAt, attempt } : { delivery, state: 'DEAD', attempt };
}

/** As a step of the request that caused the event. */
function exchangeTraced(delivery: Claimed, send: () => Promise<Answer>): Promise<Answer> {
  return resumed(delivery.traceparent ?? undefined, stepOf(delivery), async () => {
    const answer = await send();
    currentSpan()?.note({ 'http.response.status_code': answer.status });
    return answer;
  });
}

function stepOf({ type, attempts, requestId }: Claimed): Step {
  const about = { 'payments.webhook.type': type, 'payments.webhook.attempt': attempts + 1, 'payments.request_id': requestId };
  return { name: `webhook ${type}`, kind: 'CLIENT', attributes: { 'http.request.method': 'POST', ...about } };
}

/** The attempt could not be made, through no fault of the receiver. It does not count, and is repeated. */
export function putBack(delivery: Claimed): Ended {
  return { delivery, state: 'PENDING' };
}

interface Prevented {
  readonly delivery: Claimed;
  readonly fault: Exclude<WebhookFault, { kind: 'DUPLICATED' }>;
  readonly now: Date;
}

/** Counts as an attempt, so that later events of the resource do not wait for it. */
function prevented({ delivery, fault, now }: Prevented): Ended {
  const result = { failure: faultFailure } as const;
  const attempt = { startedAt: now, durationMs: 0, ...result };
  const heldUntil = fault.kind === 'HELD' ? new Date(now.getTime() + fault.delayMs) : undefined;
  const dueAt = heldUntil ?? retryOf({ delivery, result, now });
  return dueAt ? { delivery, state: 'PENDING', dueAt, attempt } : { delivery, state: 'DEAD', attempt };
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
  readonly result: Result | { readonly failure: typeof faultFailure };
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
