// Converts customers of the customers service for payments.
import type { Address } from '../../gen/payments/common/v1/address_pb.ts';
import { BusinessType, KycStatus } from '../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Customer } from '../../gen/payments/customers/v1/customer_pb.ts';
import type { Readiness } from './domain/quote/admission.ts';
import { nameIn } from './domain/shared/name-in.ts';
import { type CustomerFields, knownFields } from './domain/uma/customer-fields.ts';

/** Whether a customer may send and receive payments. */
export function toReadiness({ id = '', kind, endUserTermsConsent }: Customer): Readiness {
  const status = kind.case === 'business' ? kind.value.kybStatus : kind.value?.kycStatus;
  return { id, isVerified: status === KycStatus.APPROVED, hasAcceptedTerms: endUserTermsConsent !== undefined };
}

/** The data of a customer, by the field names of institutions. */
export function toCustomerFields(customer: Customer): CustomerFields {
  const { email, phoneNumber, umaAddress, region, kind } = customer;
  const address = kind.value?.address;
  return knownFields({
    EMAIL: email,
    PHONE_NUMBER: phoneNumber,
    IDENTIFIER: umaAddress,
    POSTAL_ADDRESS: address && lineOf(address),
    COUNTRY_OF_RESIDENCE: address?.country ?? region,
    ...fieldsByKind(kind),
  });
}

function fieldsByKind(kind: Customer['kind']): Record<string, string | undefined> {
  if (kind.case === 'individual') {
    const { fullName, birthDate, nationality } = kind.value;
    return { USER_TYPE: 'INDIVIDUAL', FULL_NAME: fullName, BIRTH_DATE: birthDate, NATIONALITY: nationality };
  }
  if (kind.case !== 'business') return {};
  const { legalName, taxId, registrationNumber, businessType } = kind.value.businessInfo ?? {};
  return {
    USER_TYPE: 'BUSINESS',
    FULL_NAME: legalName,
    COMPANY_LEGAL_NAME: legalName,
    TAX_ID: taxId,
    REGISTRATION_NUMBER: registrationNumber,
    BUSINESS_TYPE: businessType === undefined ? undefined : nameIn(BusinessType, businessType),
  };
}

function lineOf({ line1, line2, city, state, postalCode, country }: Address): string {
  return [line1, line2, city, state, postalCode, country].filter((part) => part).join(', ');
}
