// Which contact channels of a customer are still to be verified.
import { ContactVerificationStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import type { Customer } from './customer.ts';

/** One problem per channel that waits for its code. */
export function unverifiedContacts({ contacts }: Customer): FieldError[] {
  if (!contacts) return [];
  const channels = ['email', 'phone'] as const;
  return channels
    .filter((channel) => contacts[channel] === ContactVerificationStatus.PENDING)
    .map((channel) => ({ field: `contactVerification.${channel}`, message: 'must be verified first' }));
}
