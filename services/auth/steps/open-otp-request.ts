// The first leg of a code's verification: a right code is used up, and what is to be signed is answered, in one commit.
import { create } from '@bufbuild/protobuf';
import { CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import { type VerifyCredentialRequest } from '../../../gen/payments/auth/v1/credential_proof_pb.ts';
import { OpenRequestRequestSchema } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { identityOf } from '../../kit/signed-retry.ts';
import type { AuthContext } from '../context.ts';
import type { OtpCredential } from '../domain/credential.ts';
import type { SignedRequest } from '../domain/wallet/signed-request.ts';
import { newRequest, toOpened } from './new-request.ts';
import { failedProof } from './proof.ts';
import { noPending, proveOtp } from './prove-otp.ts';

export interface OtpAttempt {
  readonly request: VerifyCredentialRequest;
  readonly credential: OtpCredential;
  /** `encryptedOtpBundle`. */
  readonly bundle: string;
}

/** The same leg again gets the same answer as long as that is open. Throws UNAUTHORIZED and RATE_LIMITED. */
export async function openOtpRequest(attempt: OtpAttempt, context: AuthContext): Promise<ReturnType<typeof toOpened>> {
  const identity = identityOf(CredentialService.method.verifyCredential, attempt.request);
  const query = { ...identity, platformId: context.caller.platformId, now: context.clock.now() };
  const given = await context.store.requests.findOpen(query);
  if (given) return toOpened(given);

  const { credential, bundle } = attempt;
  const proven = await proveOtp(credential, bundle, context);
  const wanted: Wanted | undefined = proven && {
    issuanceId: proven.issuanceId,
    request: newRequest(create(OpenRequestRequestSchema, { ...proven.opening, ...identity }), context.ids.next(), context),
  };
  const opened = await openOnce({ credentialId: credential.id, query, wanted }, context);
  if (!opened) throw await failedProof(credential.id, noPending, context);
  return toOpened(opened);
}

interface Wanted {
  readonly issuanceId: string;
  readonly request: SignedRequest;
}

interface Opening {
  readonly credentialId: string;
  readonly query: Parameters<AuthContext['store']['requests']['findOpen']>[0];
  readonly wanted: Wanted | undefined;
}

/** Of the same legs at once one uses the code up, and the others find its request. Undefined when there is nothing to be had. */
function openOnce({ credentialId, query, wanted }: Opening, { caller, store }: AuthContext): Promise<SignedRequest | undefined> {
  return store.write(async (rows) => {
    await rows.credentials.lock(caller.platformId, credentialId);
    const given = await rows.requests.findOpen(query);
    if (given || !wanted || !(await rows.otpIssuances.consume(wanted.issuanceId))) return given;
    await rows.requests.insert(wanted.request);
    return wanted.request;
  });
}
