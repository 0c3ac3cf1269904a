// The current webhook endpoint of a platform.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { Refusal, statusOf } from '../../kit/messages/fail.ts';
import type { WebhookContext } from '../context.ts';
import type { Destination } from '../domain/destination.ts';

/** Undefined if the platform has no endpoint, or does not exist. */
export async function destinationOf(
  { clients }: Pick<WebhookContext, 'clients'>,
  platformId: string,
): Promise<Destination | undefined> {
  const platform = await clients.platform.getPlatform({ platformId }).catch(unlessGone);
  const url = platform?.config?.webhookEndpoint;
  if (!platform || !url) return undefined;
  const { environment, hasFaults } = platform;
  return { url, environment: environment === 'production' ? 'production' : 'sandbox', hasFaults };
}

function unlessGone(error: unknown): undefined {
  if (error instanceof Refusal && error.status === statusOf(ErrorCode.REFERENCE_NOT_FOUND)) return undefined;
  throw error;
}
