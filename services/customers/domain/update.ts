// What an update makes of a customer.

import { isDeepStrictEqual } from 'node:util';
import { clone } from '@bufbuild/protobuf';
import {
  type Business,
  BusinessInfoSchema,
  BusinessInfoUpdateSchema,
  BusinessSchema,
  type BusinessUpdate,
  BusinessUpdateSchema,
} from '../../../gen/payments/customers/v1/business_pb.ts';
import { ContactVerificationStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { type UpdateCustomerRequest, UpdateCustomerRequestSchema } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { type Individual, IndividualSchema } from '../../../gen/payments/customers/v1/individual_pb.ts';
import { type Mask, maskBelow, maskOf, namedFields } from '../../kit/messages/update-mask.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { businessProblems, taxIdProblems, tidyBusiness } from './business.ts';
import { resolveCurrencies } from './currencies.ts';
import type { ContactChannels, Customer, PlatformRules, Profile } from './customer.ts';
import { consentProblems, refuseUnknownTerms } from './end-user-terms.ts';
import { individualProblems, tidyIndividual } from './individual.ts';
import { refuseMissingProperties } from './mandatory-properties.ts';
import type { Occasion } from './registration.ts';
import { ownUmaAddress } from './uma-address.ts';

/** Where and when a customer is changed. */
export type UpdateOccasion = Pick<Occasion, 'environment' | 'platform' | 'now'>;

/**
 * The customer after an update: the same object when nothing changes. Lists and addresses are replaced whole, the data of a
 * business is merged. Refuses in the contract's order; uniqueness alone is left to the store.
 */
export function update(customer: Customer, request: UpdateCustomerRequest, occasion: UpdateOccasion): Customer {
  const { platform, now } = occasion;
  const named = namedFields(UpdateCustomerRequestSchema, request, maskOf(request.updateMask));
  const profile = mergedProfile(customer.profile, request);
  const consent = named.endUserTermsConsent ?? customer.consent;
  refuseFields(profile, named.endUserTermsConsent, occasion);
  refuseUnknownTerms(named.endUserTermsConsent, platform.termsVersions);

  const properties = {
    profile,
    region: customer.region,
    email: named.email ?? customer.email,
    phoneNumber: named.phoneNumber ?? customer.phoneNumber,
  };
  const changed: Customer = {
    ...customer,
    ...properties,
    consent,
    umaAddress: umaAddressAfter(customer, named.umaAddress, platform),
    ...currenciesAfter(customer, named.currencies, platform),
    contacts: contactsAfter(customer, properties),
  };
  refuseMissingProperties(properties, named.currencies ?? [], platform.currencies);
  return isDeepStrictEqual(changed, customer) ? customer : { ...changed, updatedAt: now };
}

/** Whether the change may call for accounts that were not there before. */
export function mayGainAccounts(before: Customer, after: Customer): boolean {
  const gained = after.currencies.some((code) => !before.currencies.includes(code));
  const consented = before.consent === undefined && after.consent !== undefined;
  return gained || consented || before.email !== after.email; // a wallet waits for the e-mail that its first credential is made of
}

function refuseFields(profile: Profile, consent: Customer['consent'], { environment, now }: UpdateOccasion): void {
  const own =
    profile.case === 'individual'
      ? individualProblems(profile.value)
      : [...businessProblems(profile.value.businessInfo), ...taxIdProblems(profile.value.businessInfo, environment)];
  const problems = [...own, ...consentProblems(consent, now)];
  if (problems.length) throw invalidInput(problems);
}

function umaAddressAfter({ umaAddress }: Customer, named: string | undefined, { umaDomain }: PlatformRules): string {
  if (named === undefined || named.toLowerCase() === umaAddress) return umaAddress; // it may be of an earlier domain of the platform
  return ownUmaAddress(named, umaDomain);
}

function currenciesAfter(customer: Customer, named: readonly string[] | undefined, platform: PlatformRules) {
  if (!named) return { currencies: customer.currencies, hasOwnCurrencies: customer.hasOwnCurrencies };
  return { currencies: resolveCurrencies(named, platform.currencies), hasOwnCurrencies: named.length > 0 };
}

/** A changed contact must be verified again. */
function contactsAfter(before: Customer, after: Pick<Customer, 'email' | 'phoneNumber'>): ContactChannels | undefined {
  if (!before.contacts) return undefined;
  return {
    email: before.email === after.email ? before.contacts.email : ContactVerificationStatus.PENDING,
    phone: before.phoneNumber === after.phoneNumber ? before.contacts.phone : ContactVerificationStatus.PENDING,
  };
}

/** The stored profile with what the update names. Refuses an update of the other kind. */
function mergedProfile(profile: Profile, { kind, updateMask }: UpdateCustomerRequest): Profile {
  const mask = maskOf(updateMask);
  if (kind.case === 'individual' && profile.case === 'individual') {
    return { case: 'individual', value: mergedIndividual(profile.value, kind.value, maskBelow(mask, 'individual')) };
  }
  if (kind.case === 'business' && profile.case === 'business') {
    return { case: 'business', value: mergedBusiness(profile.value, kind.value, maskBelow(mask, 'business')) };
  }
  throw invalidInput([{ field: 'customerType', message: `must be that of the customer: ${profile.case.toUpperCase()}` }]);
}

function mergedIndividual(stored: Individual, update: Individual, mask: Mask): Individual {
  return tidyIndividual(Object.assign(clone(IndividualSchema, stored), namedFields(IndividualSchema, update, mask)));
}

function mergedBusiness(stored: Business, update: BusinessUpdate, mask: Mask): Business {
  const { address, businessInfo } = namedFields(BusinessUpdateSchema, update, mask);
  const merged = clone(BusinessSchema, stored);
  if (address) merged.address = address;
  if (businessInfo && merged.businessInfo) {
    const named = namedFields(BusinessInfoUpdateSchema, businessInfo, maskBelow(mask, 'business_info'));
    merged.businessInfo = Object.assign(clone(BusinessInfoSchema, merged.businessInfo), named);
  }
  return tidyBusiness(merged);
}
