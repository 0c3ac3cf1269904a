// Codes that verify a customer's contact: their lifetime and attempts.

import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { ContactVerificationStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { fail, Refusal } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { NewContact } from './contact-change.ts';
import type { Customer } from './customer.ts';

export type ContactChannel = 'email' | 'phone';

/** The latest code of a channel. */
export interface ContactCode {
  /** uuid. */
  readonly id: string;
  /** uuid. */
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string;
  readonly channel: ContactChannel;
  /** The contact that received it. It verifies no other contact. */
  readonly contact: string;
  readonly codeHash: Buffer;
  readonly wrongCount: number;
  readonly sentAt: Date;
}

/** The valid code for every sandbox customer. The sandbox sends nothing. */
export const sandboxContactCode = '123456';
export const contactCodeLifeSeconds = 600;
const digits = 6;
const wrongCodesMax = 5;
const resendWaitMs = 60_000;

/** `below(n)` returns a random whole number from 0 to n - 1. */
export function newContactCode(below: (limit: number) => number): string {
  return String(below(10 ** digits)).padStart(digits, '0');
}

/** The contact of a customer's channel. Throws CONFLICT if its provider requires no verification, or it is verified. */
export function contactToVerify(customer: Customer, channel: ContactChannel): NewContact {
  const contact = channel === 'email' ? customer.email : customer.phoneNumber;
  const status = customer.contacts?.[channel];
  if (status === undefined || contact === undefined) {
    throw fail(ErrorCode.CONFLICT, 'The provider of this customer does not require this verification.', {
      reason: 'NOT_REQUIRED',
    });
  }
  if (status === ContactVerificationStatus.VERIFIED) {
    throw fail(ErrorCode.CONFLICT, 'The contact is already verified.', { reason: 'ALREADY_VERIFIED' });
  }
  return { kind: { case: channel === 'email' ? 'email' : 'phoneNumber', value: contact } };
}

/** Throws RATE_LIMITED if a code was sent to the same contact less than a minute ago. */
export function refuseHaste(last: ContactCode | undefined, { kind }: NewContact, now: Date): void {
  if (last?.contact !== kind.value) return;
  const waitMs = last.sentAt.getTime() + resendWaitMs - now.getTime();
  if (waitMs <= 0) return;
  const message = 'A code was sent less than a minute ago. Try again later.';
  throw new Refusal(ErrorCode.RATE_LIMITED, message, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}

/** Whether the code is still valid: for the current contact, in time, and with few enough wrong attempts. */
export function isCodeOpen(code: ContactCode | undefined, { kind }: NewContact, now: Date): code is ContactCode {
  if (code?.contact !== kind.value || code.wrongCount >= wrongCodesMax) return false;
  return now.getTime() < code.sentAt.getTime() + contactCodeLifeSeconds * 1_000;
}

/** The customer with the verified channel. */
export function withVerified(customer: Customer, channel: ContactChannel, now: Date): Customer {
  if (!customer.contacts) return customer;
  const contacts = { ...customer.contacts, [channel]: ContactVerificationStatus.VERIFIED };
  return { ...customer, contacts, updatedAt: now };
}

export function wrongContactCode(): Refusal {
  return invalidInput([{ field: 'code', message: 'is wrong or has expired' }]);
}
