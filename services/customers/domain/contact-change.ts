// A change of an e-mail address or phone number that credentials use.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { Customer } from './customer.ts';

/** CHANGED: the customer has the new contact, and its credentials will follow. CANCELLED: nothing has changed. */
export type ContactChangeState = 'BEGUN' | 'CHANGED' | 'CANCELLED';

export interface NewContact {
  readonly kind: { readonly case: 'email'; readonly value: string } | { readonly case: 'phoneNumber'; readonly value: string };
}

/** The contact that an update changes, at most one. */
export function changedContact(before: Customer, after: Customer): NewContact | undefined {
  const { email, phoneNumber } = after;
  if (email !== undefined && email !== before.email) return { kind: { case: 'email', value: email } };
  if (phoneNumber !== undefined && phoneNumber !== before.phoneNumber) {
    return { kind: { case: 'phoneNumber', value: phoneNumber } };
  }
  return undefined;
}

/** The credentials in the payload of a change to sign. */
export function signedCredentialIds(payload: string): string[] {
  const { parameters } = JSON.parse(payload) as { parameters: { credentialIds: string[] } };
  return parameters.credentialIds;
}

export function changeCancelled(): Refusal {
  return fail(
    ErrorCode.EMAIL_OTP_CREDENTIAL_SYNC_FAILED,
    'The credentials could not be updated, and nothing was changed. Start the update again.',
  );
}
