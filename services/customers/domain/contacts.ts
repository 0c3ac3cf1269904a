// Contact channels of a customer that are not verified.
import { ContactVerificationStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import type { Customer } from './customer.ts';

/** One error per unverified channel. */
export function unverifiedContacts({ contacts }: Customer): FieldError[] {
  if (!contacts) return [];
  const channels = ['email', 'phone'] as const;
  return channels
    .filter((channel) => contacts[channel] === ContactVerificationStatus.PENDING)
    .map((channel) => ({ field: `contactVerification.${channel}`, message: 'must be verified first' }));
}
