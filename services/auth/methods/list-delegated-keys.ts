// ListDelegatedKeys: keys of an account, of a funding source, or of both.
import type { DelegatedKeyService } from '../../../gen/payments/auth/v1/delegated_key_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AuthMethod } from '../context.ts';
import { toDelegatedKey } from '../convert-delegated-key.ts';

type ListDelegatedKeys = AuthMethod<typeof DelegatedKeyService.method.listDelegatedKeys>;

export const listDelegatedKeys: ListDelegatedKeys = async (request, { caller, store }) => {
  const accountId = request.accountId && uuidOf('InternalAccount', request.accountId);
  const fundingSourceId = request.fundingSourceId && uuidOf('CardFundingSource', request.fundingSourceId);
  const keys = await store.delegatedKeys.list({ platformId: caller.platformId, accountId, fundingSourceId });
  return { data: keys.map(toDelegatedKey) };
};
