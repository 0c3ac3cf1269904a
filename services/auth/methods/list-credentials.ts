// ListCredentials: all credentials of an account, oldest first. An unknown account has none.
import type { CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AuthMethod } from '../context.ts';
import { toCredential } from '../convert-credential.ts';

type ListCredentials = AuthMethod<typeof CredentialService.method.listCredentials>;

export const listCredentials: ListCredentials = async ({ accountId }, { caller, store }) => {
  const account = uuidOf('InternalAccount', accountId);
  const credentials = account === undefined ? [] : await store.credentials.ofAccount(caller.platformId, account);
  return { data: credentials.map((credential) => toCredential(credential)) };
};
