// A new passkey of an account.
import type { NewPasskeyCredential } from '../../../gen/payments/auth/v1/new_credential_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { type NewPasskey, newPasskey } from '../domain/passkey/registration.ts';
import type { NewCredential } from './new-credential.ts';

/** Errors of the ceremony are already reported with the other fields of the request. */
export function newPasskeyCredential(credential: NewPasskeyCredential): NewCredential {
  const passkey = newPasskey(credential);
  const { nickname, webauthnId, challenge } = passkey;
  return {
    type: 'PASSKEY',
    nickname,
    webauthnId,
    activity: { type: 'CREATE_AUTHENTICATORS_V2', parameters: { authenticators: [authenticatorIn(credential, passkey)] } },
    refuseDuplicate: async ({ credentials, passkeys }, owner) => {
      const holder = await credentials.passkeyHolder({ ...owner, webauthnId });
      if (holder !== undefined && holder !== owner.credentialId) throw alreadyExists();
      if (await passkeys.isChallengeUsed({ ...owner, challenge })) throw usedChallenge();
    },
    keep: async ({ passkeys }, owner) => {
      await passkeys.useChallenge({ ...owner, challenge });
      passkeys.insert(owner, passkey);
    },
  };
}

function authenticatorIn({ attestation }: NewPasskeyCredential, { nickname, webauthnId, challenge }: NewPasskey) {
  const { clientDataJson = '', attestationObject = '' } = attestation ?? {};
  return {
    authenticatorName: nickname,
    challenge,
    attestation: { credentialId: webauthnId, clientDataJson, attestationObject },
  };
}

const alreadyExists = () =>
  fail(ErrorCode.PASSKEY_CREDENTIAL_ALREADY_EXISTS, 'This passkey is already a credential of the account.');

const usedChallenge = () =>
  invalidInput([{ field: 'challenge', message: 'was already used on this account; create a new one for each registration' }]);
