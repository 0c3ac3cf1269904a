// Announces a new key that signs webhooks, and answers all keys that are published now.
import type { DeliveryService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { WebhookMethod } from '../context.ts';
import { environmentNamed } from '../convert.ts';

type RotateSigningKey = WebhookMethod<typeof DeliveryService.method.rotateSigningKey>;

export const rotateSigningKey: RotateSigningKey = async ({ environment }, { signer }) => {
  const named = environmentNamed(environment);
  await signer.rotate(named);
  return { pem: await signer.publicKeys(named) };
};
