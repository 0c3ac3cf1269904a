// Converts credentials to messages.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Credential as CredentialMessage, CredentialSchema } from '../../gen/payments/auth/v1/credential_pb.ts';
import { type CredentialChallenge, CredentialChallengeSchema } from '../../gen/payments/auth/v1/credential_proof_pb.ts';
import { CredentialType } from '../../gen/payments/auth/v1/session_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { Credential, OtpCredential } from './domain/credential.ts';
import type { PasskeyChallenge } from './domain/passkey/challenge.ts';

/** A credential, for its platform. With the key for its code in the response that sends the code. */
export function toCredential(credential: Credential, otpEncryptionTargetBundle?: string): CredentialMessage {
  const { type, webauthnId } = credential;
  return create(CredentialSchema, {
    ...shared(credential),
    type: CredentialType[type],
    ...(webauthnId !== undefined && { credentialId: webauthnId }),
    ...(otpEncryptionTargetBundle !== undefined && { otpEncryptionTargetBundle }),
  });
}

/** The response to a request for a code. */
export function toOtpChallenge(credential: OtpCredential, otpEncryptionTargetBundle: string): CredentialChallenge {
  const kind = { case: credential.type === 'EMAIL_OTP' ? 'emailOtp' : 'smsOtp', value: { otpEncryptionTargetBundle } } as const;
  return create(CredentialChallengeSchema, { ...shared(credential), kind });
}

/** The challenge for a passkey. */
export function toPasskeyChallenge(credential: Credential, opened: PasskeyChallenge): CredentialChallenge {
  const { id, challenge, expiresAt } = opened;
  const value = {
    credentialId: credential.webauthnId ?? '',
    challenge,
    requestId: publicId('Request', id),
    expiresAt: timestampFromDate(expiresAt),
  };
  return create(CredentialChallengeSchema, { ...shared(credential), kind: { case: 'passkey', value } });
}

function shared({ id, accountId, nickname, createdAt, updatedAt }: Credential) {
  return {
    id: publicId('AuthMethod', id),
    accountId: publicId('InternalAccount', accountId),
    nickname,
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  };
}

/** The credential type of each member of a request's union. */
export const typeOfKind = { emailOtp: 'EMAIL_OTP', smsOtp: 'SMS_OTP', oauth: 'OAUTH', passkey: 'PASSKEY' } as const;
