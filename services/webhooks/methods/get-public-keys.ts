// The public keys for verifying events.
import type { EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { WebhookMethod } from '../context.ts';
import { environmentNamed } from '../convert.ts';

export const getPublicKeys: WebhookMethod<typeof EventService.method.getPublicKeys> = async ({ environment }, { signer }) => {
  return { pem: await signer.publicKeys(environmentNamed(environment)) };
};
