// A new credential with codes to the customer's e-mail address or phone.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';
import type { OtpKind } from '../domain/credential.ts';
import type { NewCredential } from './new-credential.ts';
import { contactOf, type WalletAccount } from './wallet-account.ts';

/** Throws INVALID_INPUT if the customer has no such contact. */
export async function newOtpCredential(type: OtpKind, account: WalletAccount, context: AuthContext): Promise<NewCredential> {
  const nickname = await contactOf(account.customerId, type, context);
  const activity =
    type === 'EMAIL_OTP'
      ? { type: 'UPDATE_USER_EMAIL', parameters: { userEmail: nickname } }
      : { type: 'UPDATE_USER_PHONE_NUMBER', parameters: { userPhoneNumber: nickname } };
  return {
    type,
    nickname,
    activity,
    async refuseDuplicate({ credentials }, { accountId, credentialId }) {
      const others = await credentials.ofAccount(context.caller.platformId, accountId);
      if (others.some((other) => other.type === type && other.id !== credentialId)) throw existsAlready(type);
    },
  };
}

function existsAlready(type: OtpKind): Refusal {
  if (type === 'EMAIL_OTP') {
    return fail(ErrorCode.EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS, 'The account already has an EMAIL_OTP credential.');
  }
  return fail(ErrorCode.SMS_OTP_CREDENTIAL_ALREADY_EXISTS, 'The account already has an SMS_OTP credential.');
}
