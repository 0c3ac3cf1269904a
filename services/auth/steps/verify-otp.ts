// Verifies a one-time code in two legs: the code first, then a signature by the key that came with it.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  CredentialService,
  type OtpProof,
  type VerifyCredentialRequest,
  type VerifyCredentialResponseSchema,
} from '../../../gen/payments/auth/v1/credential_pb.ts';
import { CredentialType } from '../../../gen/payments/auth/v1/session_pb.ts';
import { publicId } from '../../kit/ids.ts';
import { identityOf, signedRetry } from '../../kit/signed-retry.ts';
import type { AuthContext } from '../context.ts';
import { toCredentialChallenge, toSession } from '../convert-session.ts';
import type { OtpCredential } from '../domain/credential.ts';
import { issuerOf } from '../domain/issuer.ts';
import { openSession } from './open-session.ts';
import { failedProof } from './proof.ts';
import { proveOtp } from './prove-otp.ts';

type Answer = MessageInitShape<typeof VerifyCredentialResponseSchema>;

export interface OtpVerification {
  readonly request: VerifyCredentialRequest;
  readonly credential: OtpCredential;
  readonly proof: OtpProof;
}

export async function verifyOtp({ request, credential, proof }: OtpVerification, context: AuthContext): Promise<Answer> {
  const repeated = await answerGiven(request, context);
  if (repeated) return { outcome: { case: 'challenge', value: { ...repeated, type: CredentialType[credential.type] } } };

  const { challenge, result } = await signedRetry(context, {
    desc: CredentialService.method.verifyCredential,
    request,
    open: () => proveOtp(credential, proof.encryptedOtpBundle, context),
    run: async ({ operationId: id, publicKey }) => {
      await refuseUsedKey(credential, { id, publicKey }, context);
      const opened = await openSession(context, {
        id,
        issuer: issuerOf(credential),
        clientPublicKey: publicKey,
      });
      await context.clients.accounts.bootstrapWallet({ accountId: publicId('InternalAccount', credential.accountId) });
      return opened;
    },
  });
  if (challenge) return { outcome: { case: 'challenge', value: toCredentialChallenge(credential.type, challenge) } };
  return { outcome: { case: 'session', value: toSession(result.session) } };
}

/** The code is used up by its first leg, so the same leg again gets the same answer as long as that is open. */
async function answerGiven(request: VerifyCredentialRequest, { caller, clock, store }: AuthContext) {
  if (request.walletSignature !== undefined || request.requestId !== undefined) return undefined;
  const identity = identityOf(CredentialService.method.verifyCredential, request);
  const opened = await store.requests.findOpen({ ...identity, platformId: caller.platformId, now: clock.now() });
  if (!opened) return undefined;
  const { id, payload, expiresAt } = opened;
  return { requestId: publicId('Request', id), payloadToSign: payload, expiresAt: timestampFromDate(expiresAt) };
}

/** Since the first leg, a session may have been opened with the key. */
async function refuseUsedKey(
  { id: credentialId, accountId }: OtpCredential,
  { id, publicKey }: { id: string; publicKey: string },
  context: AuthContext,
): Promise<void> {
  const { platformId } = context.caller;
  const holder = await context.store.sessions.findByKey({ platformId, accountIds: [accountId], publicKey });
  if (holder && holder.id !== id) throw await failedProof(credentialId, 'Public key already in use', context);
}
