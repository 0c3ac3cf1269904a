// Sends one TEST event to the caller's endpoint and returns the result.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { WebhookService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { NoAnswer } from '../../kit/calls/outbound.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { WebhookMethod } from '../context.ts';
import { destinationOf } from '../steps/destination.ts';
import { makeTestEvent } from '../steps/test-event.ts';

/** Any HTTP response is a successful test, including redirects and errors: the caller sees its status. */
export const sendTestWebhook: WebhookMethod<typeof WebhookService.method.sendTestWebhook> = async (_, context) => {
  const destination = await destinationOf(context, context.caller.platformId);
  if (!destination) throw fail(ErrorCode.WEBHOOK_ENDPOINT_NOT_SET, 'Set webhookEndpoint with PATCH /config before testing it.');

  const { url } = destination;
  const { status, body } = await context.exchange(makeTestEvent(context).body, destination).catch((error: unknown) => {
    throw error instanceof NoAnswer ? undelivered(url, error) : error;
  });
  return { url, responseStatus: status, responseBody: textOf(body.subarray(0, shownBytes)) };
};

const shownBytes = 4096;

/** Omits a truncated character at the end. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

function undelivered(url: string, { reason }: NoAnswer) {
  return fail(ErrorCode.WEBHOOK_DELIVERY_ERROR, 'The webhook endpoint did not return an HTTP response.', { url, reason });
}
