// Applies an update to a customer.
import { isDeepStrictEqual } from 'node:util';
import type { Business } from '../../../gen/payments/customers/v1/business_pb.ts';
import { ContactVerificationStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Individual } from '../../../gen/payments/customers/v1/individual_pb.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { type BusinessInfo, businessProblems, taxIdProblems, tidyBusiness } from './business.ts';
import type { Changed } from './changed.ts';
import { resolveCurrencies } from './currencies.ts';
import type { ContactChannels, Customer, PlatformRules, Profile } from './customer.ts';
import { consentProblems, refuseUnknownTerms } from './end-user-terms.ts';
import { individualProblems, tidyIndividual } from './individual.ts';
import { refuseMissingProperties } from './mandatory-properties.ts';
import type { Occasion } from './registration.ts';
import { ownUmaAddress } from './uma-address.ts';

/** Place and time of the change. */
export type UpdateOccasion = Pick<Occasion, 'environment' | 'platform' | 'now'>;

/** The changes of an update. */
export interface CustomerChange {
  readonly profile: ProfileChange;
  readonly consent?: Customer['consent'];
  readonly umaAddress?: string | undefined;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  /** Empty: from now on those of the platform. */
  readonly currencies?: readonly string[] | undefined;
}

/** The changed fields of the profile, and the assumed customer type. */
export type ProfileChange =
  | { readonly case: 'individual'; readonly value: Changed<Individual> }
  | { readonly case: 'business'; readonly value: BusinessChange };

export interface BusinessChange {
  readonly address?: Business['address'];
  readonly businessInfo?: Changed<BusinessInfo> | undefined;
}

/**
 * The customer after an update; the same object if nothing changes. Lists and addresses are replaced, the data of a business is merged.
 * Refuses in the contract's order, except for uniqueness, which the store checks.
 */
export function update(customer: Customer, change: CustomerChange, occasion: UpdateOccasion): Customer {
  const { platform, now } = occasion;
  const profile = mergedProfile(customer.profile, change.profile);
  const consent = change.consent ?? customer.consent;
  refuseFields(profile, change.consent, occasion);
  refuseUnknownTerms(change.consent, platform.termsVersions);

  const properties = {
    profile,
    region: customer.region,
    email: change.email ?? customer.email,
    phoneNumber: change.phoneNumber ?? customer.phoneNumber,
  };
  const changed: Customer = {
    ...customer,
    ...properties,
    consent,
    umaAddress: umaAddressAfter(customer, change.umaAddress, platform),
    ...currenciesAfter(customer, change.currencies, platform),
    contacts: contactsAfter(customer, properties),
  };
  refuseMissingProperties(properties, change.currencies ?? [], platform.currencies);
  return isDeepStrictEqual(changed, customer) ? customer : { ...changed, updatedAt: now };
}

/** Whether the change may require new accounts. */
export function mayGainAccounts(before: Customer, after: Customer): boolean {
  const gained = after.currencies.some((code) => !before.currencies.includes(code));
  const consented = before.consent === undefined && after.consent !== undefined;
  return gained || consented || before.email !== after.email; // a wallet requires an e-mail address for its first credential
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
  if (named === undefined || named.toLowerCase() === umaAddress) return umaAddress; // it may be in an earlier domain of the platform
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

/** The stored profile with the changes of the update. Refuses an update of the other type. */
function mergedProfile(profile: Profile, change: ProfileChange): Profile {
  if (change.case === 'individual' && profile.case === 'individual') {
    return { case: 'individual', value: tidyIndividual(Object.assign({ ...profile.value }, change.value)) };
  }
  if (change.case === 'business' && profile.case === 'business') {
    return { case: 'business', value: tidyBusiness(mergedBusiness(profile.value, change.value)) };
  }
  throw invalidInput([{ field: 'customerType', message: `cannot be changed: it must be ${profile.case.toUpperCase()}` }]);
}

function mergedBusiness(stored: Business, { address, businessInfo }: BusinessChange): Business {
  const info = stored.businessInfo && Object.assign({ ...stored.businessInfo }, businessInfo);
  return { ...stored, ...(address && { address }), ...(info && { businessInfo: info }) };
}
