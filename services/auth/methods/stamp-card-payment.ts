// StampCardPayment: the key of a funding source signs a payment of its card.
import type { DelegatedKeyDirectoryService } from '../../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';
import { writeStamp } from '../domain/wallet/stamp.ts';
import { uuidIn } from '../steps/credential-in.ts';

type StampCardPayment = AuthMethod<typeof DelegatedKeyDirectoryService.method.stampCardPayment>;

export const stampCardPayment: StampCardPayment = async ({ fundingSourceId, payload }, { caller, clock, store }) => {
  const { platformId } = caller;
  const key = await store.delegatedKeys.signingKeyOf(platformId, uuidIn('CardFundingSource', fundingSourceId));
  if (!key) throw fail(ErrorCode.CONFLICT, `${fundingSourceId} has no active delegated key.`);
  const { publicKey, scalar } = key;
  await store.requests.noteStamp(platformId, { publicKey, at: clock.now() });
  return { stamp: writeStamp(payload, { publicKey, scalar }) };
};
