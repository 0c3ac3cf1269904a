// VerifyCredential: turns a proof into a session.
import type { CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/fail.ts';
import type { AuthMethod } from '../context.ts';
import { typeOfKind } from '../convert-credential.ts';
import { isOtp } from '../domain/credential.ts';
import { credentialIn } from '../steps/credential-in.ts';
import { verifyOtp } from '../steps/verify-otp.ts';

type VerifyCredential = AuthMethod<typeof CredentialService.method.verifyCredential>;

export const verifyCredential: VerifyCredential = async (request, context) => {
  const { kind } = request;
  const credential = await credentialIn(request.id, context);
  if (kind.case === undefined || typeOfKind[kind.case] !== credential.type) {
    throw fail(ErrorCode.INVALID_INPUT, `The credential is of the type ${credential.type}. Send a proof of that type.`);
  }
  if ((kind.case === 'emailOtp' || kind.case === 'smsOtp') && isOtp(credential)) {
    return verifyOtp({ request, credential, proof: kind.value }, context);
  }
  throw fail(ErrorCode.NOT_IMPLEMENTED, 'This type of credential is not offered here.');
};
