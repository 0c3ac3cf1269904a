// A change of a customer's contact: the affected credentials, and conflicts.
import type { NewContact } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { duplicate, fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';
import type { Credential, OtpKind } from '../domain/credential.ts';
import type { Credentials, Tie } from '../store/credentials.ts';
import { uuidIn } from './credential-in.ts';

export interface NewContactOf extends Tie {
  /** As written by the customer. */
  readonly nickname: string;
}

interface ContactRequest {
  readonly customerId: string;
  readonly contact?: NewContact | undefined;
}

export function newContactOf({ customerId, contact }: ContactRequest, { caller }: AuthContext): NewContactOf {
  const type: OtpKind = contact?.kind.case === 'phoneNumber' ? 'SMS_OTP' : 'EMAIL_OTP';
  const nickname = contact?.kind.value ?? '';
  const customer = uuidIn('Customer', customerId);
  return { platformId: caller.platformId, customerId: customer, type, nickname };
}

/** The affected credentials. Throws if a credential, even one of these, has the contact: it then differs only in case. */
export async function tiedTo(change: NewContactOf, credentials: Credentials): Promise<Credential[]> {
  const tied = await credentials.tied(change);
  if (tied.length && (await credentials.isInUse(change, change.nickname))) throw contactInUse(change.type);
  return tied;
}

export function contactInUse(type: OtpKind): Refusal {
  if (type === 'SMS_OTP') return duplicate(ErrorCode.CONFLICT, 'Another credential already uses this phone number.');
  return duplicate(ErrorCode.EMAIL_OTP_EMAIL_ALREADY_EXISTS, 'Another credential already uses this e-mail address.');
}

export function setChanged(type: OtpKind): Refusal {
  const message = 'The credentials of this contact have changed in the meantime. Start the update again.';
  return fail(type === 'SMS_OTP' ? ErrorCode.CONFLICT : ErrorCode.EMAIL_OTP_CREDENTIAL_SET_CHANGED, message);
}
