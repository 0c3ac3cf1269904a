// The first call of a code's verification: uses up a valid code and returns the text to sign, in one commit.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import type { VerifyCredentialRequest } from '../../../gen/payments/auth/v1/credential_proof_pb.ts';
import { OpenRequestRequestSchema } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { identityOf, type Opening } from '../../kit/calls/signed-retry.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { AuthContext } from '../context.ts';
import { type QuorumKey, verificationToken } from '../domain/wallet/quorum.ts';
import { requestEnd, type SignedRequest } from '../domain/wallet/signed-request.ts';
import type { AuthRows } from '../store/store.ts';
import { newRequest, toOpened } from './new-request.ts';
import { type ProofResult, prove } from './proof.ts';
import { proveOtp, type SealedCode } from './prove-otp.ts';
import { quorumKey } from './quorum-key.ts';

export interface OtpAttempt extends SealedCode {
  readonly request: VerifyCredentialRequest;
}

/** A repeated call gets the same response while the request is open. Throws UNAUTHORIZED and RATE_LIMITED. */
export async function openOtpRequest(attempt: OtpAttempt, context: AuthContext): Promise<ReturnType<typeof toOpened>> {
  const { caller, clock, ids, store } = context;
  const { credential } = attempt;
  const identity = identityOf(CredentialService.method.verifyCredential, attempt.request);
  const query = { ...identity, platformId: caller.platformId, now: clock.now() };
  const given = await store.requests.findOpen(query);
  if (given) return toOpened(given);

  const quorum = await quorumKey(context);
  const judge = async (rows: AuthRows): Promise<ProofResult<SignedRequest>> => {
    const meanwhile = await rows.requests.findOpen(query);
    if (meanwhile) return { effect: meanwhile };
    const proven = await proveOtp(rows, attempt, context);
    if (proven.failure !== undefined) return proven;
    const opening = openingFor({ credential, publicKey: proven.effect, quorum }, context);
    const request = newRequest(create(OpenRequestRequestSchema, { ...opening, ...identity }), ids.next(), context);
    await rows.requests.insert(request);
    return { effect: request };
  };
  return toOpened(await prove(credential, judge, context));
}

interface ProvenKey extends Pick<SealedCode, 'credential'> {
  readonly publicKey: string;
  readonly quorum: QuorumKey;
}

function openingFor({ credential, publicKey, quorum }: ProvenKey, { clock, ids }: AuthContext): Opening {
  const { accountId, nickname, type } = credential;
  const expiresAt = requestEnd(clock.now());
  const claims = {
    id: publicId('Verification', ids.next()),
    verificationType: type === 'EMAIL_OTP' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS',
    contact: nickname,
    organizationId: accountId,
    publicKey,
    expiresAt,
  } as const;
  const payload = verificationToken(claims, quorum);
  return { accountIds: [accountId], payload, publicKey, expiresAt: timestampFromDate(expiresAt) };
}
