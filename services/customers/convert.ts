// A customer as it is shown.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { BusinessSchema } from '../../gen/payments/customers/v1/business_pb.ts';
import { type Customer as CustomerMessage, CustomerSchema } from '../../gen/payments/customers/v1/customer_pb.ts';
import { IndividualSchema } from '../../gen/payments/customers/v1/individual_pb.ts';
import { publicId } from '../kit/ids.ts';
import type { Customer } from './domain/customer.ts';

/** The identifier of an individual stays behind. */
export function toCustomer(customer: Customer): CustomerMessage {
  const { region, email, phoneNumber, contacts, consent } = customer;
  return create(CustomerSchema, {
    id: publicId('Customer', customer.id),
    platformCustomerId: customer.platformCustomerId,
    umaAddress: customer.umaAddress,
    currencies: [...customer.currencies],
    isDeleted: customer.deletedAt !== undefined,
    createdAt: timestampFromDate(customer.createdAt),
    updatedAt: timestampFromDate(customer.updatedAt),
    kind: toKind(customer),
    ...(region !== undefined && { region }),
    ...(email !== undefined && { email }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(contacts && { contactVerification: contacts }),
    ...(consent && { endUserTermsConsent: consent }),
  });
}

function toKind({ profile, status }: Customer): CustomerMessage['kind'] {
  if (profile.case === 'individual') {
    const { identifier: _, ...shown } = profile.value;
    return { case: 'individual', value: create(IndividualSchema, { ...shown, kycStatus: status }) };
  }
  return { case: 'business', value: create(BusinessSchema, { ...profile.value, kybStatus: status }) };
}
