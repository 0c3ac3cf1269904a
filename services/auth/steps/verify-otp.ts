// Verifies a one-time code in two calls: first the code, then a signature by the key that came with it.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import {
  type OtpProof,
  type VerifyCredentialRequest,
  type VerifyCredentialResponseSchema,
} from '../../../gen/payments/auth/v1/credential_proof_pb.ts';
import { settlingRetry, stillProcessing } from '../../kit/calls/signed-retry.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { AuthContext } from '../context.ts';
import { toCredentialChallenge, toSession } from '../convert-session.ts';
import type { OtpCredential } from '../domain/credential.ts';
import { issuerOf } from '../domain/issuer.ts';
import type { AuthRows } from '../store/store.ts';
import { openOtpRequest } from './open-otp-request.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { checkLocked, type ProofResult } from './proof.ts';

type Answer = MessageInitShape<typeof VerifyCredentialResponseSchema>;

const desc = CredentialService.method.verifyCredential;

export interface OtpVerification {
  readonly request: VerifyCredentialRequest;
  readonly credential: OtpCredential;
  readonly proof: OtpProof;
}

/** Unlike other signed retries, the first call has an effect: it uses up the code. */
export async function verifyOtp({ request, credential, proof }: OtpVerification, context: AuthContext): Promise<Answer> {
  if (request.walletSignature === undefined && request.requestId === undefined) {
    const opened = await openOtpRequest({ request, credential, bundle: proof.encryptedOtpBundle }, context);
    return { outcome: { case: 'challenge', value: toCredentialChallenge(credential.type, opened) } };
  }

  const { result } = await settlingRetry(context, {
    desc,
    request,
    settlesAlone: true,
    open: () => Promise.reject(new TypeError('The first leg has been answered.')),
    run: ({ operationId: id, publicKey }) => openFor(credential, { id, publicKey }, context),
  });
  if (!result) return { outcome: { case: 'processing', value: stillProcessing } };
  return { outcome: { case: 'session', value: toSession(result.session) } };
}

interface SessionKey {
  /** uuid of the session. */
  readonly id: string;
  readonly publicKey: string;
}

async function openFor(credential: OtpCredential, { id, publicKey }: SessionKey, context: AuthContext): Promise<OpenedSession> {
  const judge = async (rows: AuthRows): Promise<ProofResult<OpenedSession>> => {
    const { accountId, platformId } = credential;
    const holder = await rows.sessions.findByKey({ platformId, accountIds: [accountId], publicKey }); // changed since the first call
    if (holder && holder.id !== id) return { failure: 'Public key already in use' };
    const session = { id, issuer: issuerOf(credential), clientPublicKey: publicKey };
    return { effect: await openSession(rows, session, context) };
  };
  const opened = await checkLocked(credential, judge, context);
  await context.clients.accounts.bootstrapWallet({ accountId: publicId('InternalAccount', credential.accountId) });
  return opened;
}
