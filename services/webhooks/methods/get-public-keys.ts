// The public keys that receivers verify with.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { fail } from '../../kit/fail.ts';
import type { WebhookMethod } from '../context.ts';

export const getPublicKeys: WebhookMethod<typeof EventService.method.getPublicKeys> = async ({ environment }, { signer }) => {
  if (environment !== 'sandbox' && environment !== 'production') {
    throw fail(ErrorCode.INVALID_INPUT, 'The environment is sandbox or production.');
  }
  return { pem: await signer.publicKeys(environment) };
};
