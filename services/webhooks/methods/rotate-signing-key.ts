// Announces a new signing key, and returns all published keys.
import type { DeliveryService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { WebhookMethod } from '../context.ts';
import { environmentNamed } from '../convert.ts';

type RotateSigningKey = WebhookMethod<typeof DeliveryService.method.rotateSigningKey>;

export const rotateSigningKey: RotateSigningKey = async ({ environment }, { signer }) => {
  const named = environmentNamed(environment);
  await signer.rotate(named);
  return { pem: await signer.publicKeys(named) };
};
