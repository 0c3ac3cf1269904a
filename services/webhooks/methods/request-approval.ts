// Sends an approval request and returns the response.
import type { ApprovalService } from '../../../gen/payments/webhooks/v1/approval_pb.ts';
import type { Event } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { type Answer, NoAnswer, type NoAnswerReason } from '../../kit/calls/outbound.ts';
import type { WebhookContext, WebhookMethod } from '../context.ts';
import { toAcceptedEvent } from '../convert.ts';
import { isAcknowledged } from '../domain/verdict.ts';
import { destinationOf } from '../steps/destination.ts';

export const requestApproval: WebhookMethod<typeof ApprovalService.method.requestApproval> = async ({ event }, context) => {
  if (!event) return {};
  const destination = await destinationOf(context, event.platformId);
  if (!destination) {
    await keep(context, event);
    return { answer: { case: 'noEndpoint', value: {} } };
  }

  const startedAt = context.wall.now();
  const result = await context.approvalExchange(event.body, destination).catch((error: unknown) => {
    if (error instanceof NoAnswer) return error.reason;
    throw error;
  });
  await keep(context, event, { startedAt, result });
  if (typeof result === 'string') return { answer: { case: 'silent', value: result } };
  return { answer: { case: 'answered', value: result } };
};

interface Exchanged {
  readonly startedAt: Date;
  readonly result: Answer | NoAnswerReason;
}

async function keep({ store, wall }: WebhookContext, event: Event, exchanged?: Exchanged): Promise<void> {
  const now = wall.now();
  const accepted = toAcceptedEvent(event, exchanged !== undefined);
  if (!exchanged) return store.write((rows) => rows.approvalEvents.keep({ event: accepted, isAnswered: false, now }));
  const { startedAt, result } = exchanged;
  const outcome =
    typeof result === 'string' ? { failure: result } : { status: result.status, response: result.body.subarray(0, keptBytes) };
  const attempt = { startedAt, durationMs: now.getTime() - startedAt.getTime(), ...outcome };
  const isAnswered = typeof result !== 'string' && isAcknowledged(result.status);
  await store.write((rows) => rows.approvalEvents.keep({ event: accepted, isAnswered, attempt, now }));
}

const keptBytes = 4096;
