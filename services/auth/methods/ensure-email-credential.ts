// EnsureEmailCredential: the first credential of a new wallet account.
import type { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import type { AuthMethod } from '../context.ts';
import { uuidIn } from '../steps/credential-in.ts';

type EnsureEmailCredential = AuthMethod<typeof CredentialDirectoryService.method.ensureEmailCredential>;

export const ensureEmailCredential: EnsureEmailCredential = async ({ accountId, customerId, email }, context) => {
  const { caller, clock, operationId, store } = context;
  const now = clock.now();
  await store.credentials.insert({
    id: operationId,
    platformId: caller.platformId,
    accountId: uuidIn('InternalAccount', accountId),
    customerId: uuidIn('Customer', customerId),
    type: 'EMAIL_OTP',
    nickname: email,
    createdAt: now,
    updatedAt: now,
  });
  return {};
};
