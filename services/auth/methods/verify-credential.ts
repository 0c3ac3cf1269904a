// VerifyCredential: verifies a proof and opens a session.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import type { VerifyCredentialResponseSchema } from '../../../gen/payments/auth/v1/credential_proof_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { typeOfKind } from '../convert-credential.ts';
import { toSession } from '../convert-session.ts';
import { isOtp } from '../domain/credential.ts';
import { credentialIn } from '../steps/credential-in.ts';
import type { OpenedSession } from '../steps/open-session.ts';
import { verifyOauth } from '../steps/verify-oauth.ts';
import { verifyOtp } from '../steps/verify-otp.ts';
import { verifyPasskey } from '../steps/verify-passkey.ts';

type Answer = MessageInitShape<typeof VerifyCredentialResponseSchema>;
type VerifyCredential = AuthMethod<typeof CredentialService.method.verifyCredential>;

export const verifyCredential: VerifyCredential = async (request, context) => {
  const { kind } = request;
  const credential = await credentialIn(request.id, context);
  if (kind.case === undefined || typeOfKind[kind.case] !== credential.type) {
    throw fail(ErrorCode.INVALID_INPUT, `The credential has the type ${credential.type}. Send a proof of that type.`);
  }
  if (kind.case === 'passkey') {
    const { assertion } = kind.value;
    return opened(await verifyPasskey({ credential, assertion, requestId: request.requestId }, context), context);
  }
  if (kind.case === 'oauth') return opened(await verifyOauth(credential, kind.value, context), context);
  if ((kind.case === 'emailOtp' || kind.case === 'smsOtp') && isOtp(credential)) {
    return verifyOtp({ request, credential, proof: kind.value }, context);
  }
  throw new TypeError('The type of the credential was not compared.');
};

/** The first session of a wallet activates it. */
async function opened({ session, sealedKey }: OpenedSession, { clients }: AuthContext): Promise<Answer> {
  await clients.accounts.bootstrapWallet({ accountId: publicId('InternalAccount', session.accountId) });
  return { outcome: { case: 'session', value: toSession(session, sealedKey) } };
}
