// A new customer: its data, and decisions at creation.

import { ContactVerificationStatus, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import { withEnding, withoutOutcome } from '../../kit/core/sandbox-suffix.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { taxIdProblems, tidyBusiness } from './business.ts';
import { resolveCurrencies } from './currencies.ts';
import { type ContactChannels, type Customer, entering, type PlatformRules, type Profile } from './customer.ts';
import { consentProblems, refuseUnknownTerms } from './end-user-terms.ts';
import { tidyIndividual } from './individual.ts';
import { refuseMissingProperties } from './mandatory-properties.ts';
import { refuseUnserved, verifiesContacts } from './regions.ts';
import { generatedUmaAddress, ownUmaAddress } from './uma-address.ts';

/** Place and time of the creation. */
export interface Occasion {
  /** uuid of the new customer, except for its ending (`customerIdOf`). */
  readonly id: string;
  readonly platformId: string;
  readonly environment: Environment;
  readonly platform: PlatformRules;
  readonly now: Date;
}

/** The requested customer. */
export interface NewCustomer extends Partial<Pick<Customer, 'consent' | 'region' | 'email' | 'phoneNumber'>> {
  readonly profile: Profile;
  readonly platformCustomerId?: string | undefined;
  readonly umaAddress?: string | undefined;
  /** Empty: those of the platform. */
  readonly currencies: readonly string[];
}

/** The new customer. Refuses in the contract's order, except for uniqueness, which the store checks. */
export function register(request: NewCustomer, occasion: Occasion): Customer {
  const { platformId, environment, platform, now } = occasion;
  const id = customerIdOf(request, occasion);
  const { consent, region, email, phoneNumber, umaAddress } = request;
  const profile = tidyProfile(request.profile);
  refuseFields(consent, profile, occasion);
  refuseUnknownTerms(consent, platform.termsVersions);
  const address =
    umaAddress === undefined ? generatedUmaAddress(id, platform.umaDomain) : ownUmaAddress(umaAddress, platform.umaDomain);
  const currencies = resolveCurrencies(request.currencies, platform.currencies);
  refuseMissingProperties({ profile, region, email, phoneNumber }, request.currencies, platform.currencies);
  refuseUnserved(region);

  const made: Customer = {
    id,
    platformId,
    platformCustomerId: request.platformCustomerId ?? id.replaceAll('-', ''),
    profile,
    status: KycStatus.UNVERIFIED,
    umaAddress: address,
    region,
    currencies,
    hasOwnCurrencies: request.currencies.length > 0,
    email,
    phoneNumber,
    contacts: verifiesContacts(region) ? unverified : undefined,
    consent,
    eventCount: 0n,
    createdAt: now,
    updatedAt: now,
    deletedAt: undefined,
  };
  return entering(made, statusAtCreation(profile, environment, platform));
}

/**
 * The last three characters of the ids of customers and their accounts select outcomes of cards in the sandbox. Ids get one only on request:
 * 101, 102, 103 or 105 at the end of `platformCustomerId`.
 */
function customerIdOf({ platformCustomerId = '' }: NewCustomer, { id, environment }: Occasion): string {
  const [, ending] = /1(0[1235])$/.exec(platformCustomerId) ?? [];
  return environment === 'sandbox' && ending !== undefined ? withEnding(id, `0${ending}`) : withoutOutcome(id);
}

/**
 * The sandbox decides individuals once, by the suffix of their name, and leaves every business unverified. Elsewhere a regulated platform
 * has made its own checks.
 */
export function statusAtCreation(
  profile: Profile,
  environment: Environment,
  { isRegulated }: Pick<PlatformRules, 'isRegulated'>,
) {
  if (environment === 'production') return isRegulated ? KycStatus.APPROVED : KycStatus.UNVERIFIED;
  if (profile.case === 'business') return KycStatus.UNVERIFIED;
  return statusBySuffix.get(profile.value.fullName?.slice(-3) ?? '') ?? KycStatus.APPROVED;
}

const statusBySuffix = new Map<string, KycStatus>([
  ['001', KycStatus.PENDING],
  ['002', KycStatus.REJECTED],
  ['003', KycStatus.UNVERIFIED],
]);

const unverified: ContactChannels = { email: ContactVerificationStatus.PENDING, phone: ContactVerificationStatus.PENDING };

function tidyProfile(profile: Profile): Profile {
  if (profile.case === 'individual') return { case: 'individual', value: tidyIndividual(profile.value) };
  return { case: 'business', value: tidyBusiness(profile.value) };
}

/** Rules over single fields that depend on the clock or the environment. */
function refuseFields(consent: Customer['consent'], profile: Profile, { environment, now }: Occasion): void {
  const info = profile.case === 'business' ? profile.value.businessInfo : undefined;
  const problems = [...consentProblems(consent, now), ...taxIdProblems(info, environment)];
  if (problems.length) throw invalidInput(problems);
}
