// GetDelegatedKey: returns a key in any state.
import type { DelegatedKeyService } from '../../../gen/payments/auth/v1/delegated_key_pb.ts';
import type { AuthMethod } from '../context.ts';
import { toDelegatedKey } from '../convert-delegated-key.ts';
import { notFound, uuidIn } from '../steps/credential-in.ts';

type GetDelegatedKey = AuthMethod<typeof DelegatedKeyService.method.getDelegatedKey>;

export const getDelegatedKey: GetDelegatedKey = async ({ id }, { caller, store }) => {
  const key = await store.delegatedKeys.find(caller.platformId, uuidIn('DelegatedKey', id));
  if (!key) throw notFound(id, 'DelegatedKey');
  return toDelegatedKey(key);
};
