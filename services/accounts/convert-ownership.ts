// Converts proofs of ownership.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type OwnershipChallengeSchema,
  OwnershipVerificationMethod,
  SignatureScheme,
  type VerifyExternalAccountOwnershipRequest,
} from '../../gen/payments/accounts/v1/ownership_pb.ts';
import type { ChallengeMethod, OwnershipChallenge } from './domain/ownership/challenge.ts';

/** The challenge for its owner. In the sandbox the link of a liveness check leads nowhere: the check ends automatically. */
export function toOwnershipChallenge(challenge: OwnershipChallenge): MessageInitShape<typeof OwnershipChallengeSchema> {
  const expiresAt = timestampFromDate(challenge.expiresAt);
  if (challenge.method === 'WALLET_SIGNATURE') {
    return { challenge: { case: 'walletSignature', value: { messageToSign: challenge.message ?? '', expiresAt } } };
  }
  const verificationLink = `https://liveness.example/checks/${challenge.id}`;
  return { challenge: { case: 'liveness', value: { verificationLink, expiresAt } } };
}

export function toChallengeMethod(method: OwnershipVerificationMethod): ChallengeMethod {
  return method === OwnershipVerificationMethod.LIVENESS ? 'LIVENESS' : 'WALLET_SIGNATURE';
}

export function toSigned({ signature = '', signatureScheme }: VerifyExternalAccountOwnershipRequest) {
  return { signature, scheme: signatureScheme ?? SignatureScheme.BIP137 };
}
