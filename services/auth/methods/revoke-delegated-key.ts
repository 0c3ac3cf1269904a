// RevokeDelegatedKey: revokes an ACTIVE key and deletes its private key.
import type { DelegatedKeyService } from '../../../gen/payments/auth/v1/delegated_key_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';
import { notFound, uuidIn } from '../steps/credential-in.ts';

type RevokeDelegatedKey = AuthMethod<typeof DelegatedKeyService.method.revokeDelegatedKey>;

export const revokeDelegatedKey: RevokeDelegatedKey = async ({ id }, { caller, clock, store }) => {
  const key = await store.delegatedKeys.find(caller.platformId, uuidIn('DelegatedKey', id));
  if (!key) throw notFound(id, 'DelegatedKey');
  if (await store.delegatedKeys.revoke(key, clock.now())) return {};
  throw fail(ErrorCode.INVALID_INPUT, 'Only an active delegated key can be revoked.');
};
