// RevokeCredential: removes a credential, signed for by a session of another one, and ends the sessions that it issued.
import { CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { activityPayload } from '../../kit/activity.ts';
import { fail } from '../../kit/fail.ts';
import { signedRetry } from '../../kit/signed-retry.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { toCredentialChallenge } from '../convert-session.ts';
import type { Credential } from '../domain/credential.ts';
import { credentialIn } from '../steps/credential-in.ts';
import type { Credentials } from '../store/credentials.ts';

type RevokeCredential = AuthMethod<typeof CredentialService.method.revokeCredential>;

export const revokeCredential: RevokeCredential = async (request, context) => {
  const credential = await credentialIn(request.id, context);
  const { accountId, id, type } = credential;
  const { challenge } = await signedRetry(context, {
    desc: CredentialService.method.revokeCredential,
    request,
    open: async () => {
      await refuseLast(credential, context.store.credentials);
      const payload = activityPayload({ ...activityOf(credential), accountId, at: context.clock.now() });
      return { accountIds: [accountId], payload, excludedCredentialId: id };
    },
    run: () => remove(credential, context),
  });
  if (challenge) return { outcome: { case: 'challenge', value: toCredentialChallenge(type, challenge) } };
  return { outcome: { case: 'revoked', value: {} } };
};

async function remove(credential: Credential, { clock, store }: AuthContext): Promise<void> {
  await store.write(async (rows) => {
    await rows.credentials.lockAccount(credential.accountId);
    await refuseLast(credential, rows.credentials);
    await rows.credentials.removeAll([credential.id]);
    await rows.sessions.revokeOf([credential.id], clock.now());
    await rows.requests.dropOf([credential.id]);
  });
}

async function refuseLast({ platformId, accountId, id }: Credential, credentials: Credentials): Promise<void> {
  const others = (await credentials.ofAccount(platformId, accountId)).filter((other) => other.id !== id);
  if (others.length) return;
  throw fail(ErrorCode.INVALID_INPUT, 'This is the only credential of the account. Add another one first.');
}

function activityOf({ id, type }: Credential): { type: string; parameters: Record<string, unknown> } {
  switch (type) {
    case 'EMAIL_OTP':
      return { type: 'UPDATE_USER_EMAIL', parameters: { credentialId: id, userEmail: '' } };
    case 'SMS_OTP':
      return { type: 'UPDATE_USER_PHONE_NUMBER', parameters: { credentialId: id, userPhoneNumber: '' } };
    case 'OAUTH':
      return { type: 'DELETE_OAUTH_PROVIDERS', parameters: { providerIds: [id] } };
    case 'PASSKEY':
      return { type: 'DELETE_AUTHENTICATORS', parameters: { authenticatorIds: [id] } };
    default:
      return type satisfies never;
  }
}
