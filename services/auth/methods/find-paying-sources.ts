// FindPayingSources: which funding sources have an ACTIVE delegated key.
import type { DelegatedKeyDirectoryService } from '../../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { AuthMethod } from '../context.ts';
import { uuidIn } from '../steps/credential-in.ts';

type FindPayingSources = AuthMethod<typeof DelegatedKeyDirectoryService.method.findPayingSources>;

export const findPayingSources: FindPayingSources = async ({ fundingSourceIds }, { caller, store }) => {
  const ids = fundingSourceIds.map((id) => uuidIn('CardFundingSource', id));
  const paying = await store.delegatedKeys.withActive(caller.platformId, ids);
  return { fundingSourceIds: paying.map((id) => publicId('CardFundingSource', id)) };
};
