// RevokeCredential: removes a credential and revokes its sessions. A session of another credential signs the request.
import { CredentialService, type RevokeCredentialRequest } from '../../../gen/payments/auth/v1/credential_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { type Opening, settlingRetry, stillProcessing } from '../../kit/calls/signed-retry.ts';
import { activityPayload } from '../../kit/core/activity.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { toCredentialChallenge } from '../convert-session.ts';
import type { Credential } from '../domain/credential.ts';
import { credentialIn, findCredential } from '../steps/credential-in.ts';
import { isUnderWay } from '../steps/is-under-way.ts';
import type { Credentials } from '../store/credentials.ts';

const desc = CredentialService.method.revokeCredential;

/** A retry that has already removed the credential gets its response. */
export const revokeCredential: AuthMethod<typeof desc> = async (request, context) => {
  const credential = await credentialToRevoke(request, context);
  const { challenge, result } = await settlingRetry(context, {
    desc,
    request,
    settlesAlone: true,
    open: () => openingFor(credential, context),
    run: async () => {
      if (credential) await remove(credential, context);
      return { case: 'revoked', value: {} } as const;
    },
  });
  if (challenge && credential)
    return { outcome: { case: 'challenge', value: toCredentialChallenge(credential.type, challenge) } };
  return { outcome: result ?? { case: 'processing', value: stillProcessing } };
};

/** Undefined only if this request has already removed it. Throws REFERENCE_NOT_FOUND. */
async function credentialToRevoke(request: RevokeCredentialRequest, context: AuthContext): Promise<Credential | undefined> {
  return (await isUnderWay(desc, request, context)) ? findCredential(request.id, context) : credentialIn(request.id, context);
}

async function openingFor(credential: Credential | undefined, { clock, store }: AuthContext): Promise<Opening> {
  if (!credential) throw new TypeError('A request was opened for a credential that is gone.');
  await refuseLast(credential, store.credentials);
  const { accountId, id } = credential;
  const payload = activityPayload({ ...activityOf(credential), accountId, at: clock.now() });
  return { accountIds: [accountId], payload, excludedCredentialId: id };
}

async function remove(credential: Credential, { clock, store }: AuthContext): Promise<void> {
  const { platformId, accountId, id } = credential;
  await store.write(async (rows) => {
    await rows.credentials.lockAccount(accountId);
    await refuseLast(credential, rows.credentials);
    await rows.credentials.removeAll(platformId, [id]);
    await rows.sessions.revokeOf(platformId, [id], clock.now());
    await rows.requests.dropOf(credential);
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
