// A customer as this service knows it, and when it may hold accounts.

import type { Business } from '../../../gen/payments/customers/v1/business_pb.ts';
import { type ContactVerificationStatus, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { EndUserTermsConsent } from '../../../gen/payments/customers/v1/end_user_terms_pb.ts';
import type { Individual } from '../../../gen/payments/customers/v1/individual_pb.ts';

export interface Customer {
  /** uuid. */
  readonly id: string;
  /** uuid. */
  readonly platformId: string;
  readonly platformCustomerId: string;
  readonly profile: Profile;
  /** `kycStatus` of an individual, `kybStatus` of a business. */
  readonly status: KycStatus;
  readonly umaAddress: string;
  readonly region: string | undefined;
  /** Those that accounts are opened in, in order of preference. */
  readonly currencies: readonly string[];
  /** The customer named its currencies; otherwise it follows the platform's. */
  readonly hasOwnCurrencies: boolean;
  readonly email: string | undefined;
  readonly phoneNumber: string | undefined;
  readonly contacts: ContactChannels | undefined;
  readonly consent: EndUserTermsConsent | undefined;
  /** How many events were sent about the customer. */
  readonly eventCount: bigint;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | undefined;
}

/** What a customer tells about itself. Its status and owners are kept elsewhere and are not set here. */
export type Profile =
  | { readonly case: 'individual'; readonly value: Individual }
  | { readonly case: 'business'; readonly value: Business };

/** The channels that the provider wants to be verified. */
export interface ContactChannels {
  readonly email: ContactVerificationStatus;
  readonly phone: ContactVerificationStatus;
}

/** What the configuration of a platform says about its customers. */
export interface PlatformRules {
  readonly isRegulated: boolean;
  /** Of the addresses that are made from now on. */
  readonly umaDomain: string;
  readonly currencies: readonly PlatformCurrency[];
  /** All versions of the end-user terms. */
  readonly termsVersions: readonly string[];
}

export interface PlatformCurrency {
  readonly code: string;
  /** Wire names of CustomerInfoFieldName: what the provider asks of a customer who uses the currency. */
  readonly requiredFields: readonly string[];
}

/** The two gates to accounts: approval, and the end-user terms, which a regulated platform has arranged by itself. */
export function mayHoldAccounts(customer: Customer, { isRegulated }: PlatformRules): boolean {
  if (customer.deletedAt || customer.status !== KycStatus.APPROVED) return false;
  return isRegulated || customer.consent !== undefined;
}

/** The currency of embedded wallets. A customer has no other account in it. */
export const walletCurrency = 'USDB';

/** Of those who may hold accounts: a wallet comes where its currency is, and waits for the e-mail of its first credential. */
export function mayHoldWallet({ email }: Customer, { currencies }: PlatformRules): boolean {
  return email !== undefined && currencies.some(({ code }) => code === walletCurrency);
}

/** The customer in another status, and the event counted that tells of it. */
export function entering(customer: Customer, status: KycStatus): Customer {
  if (status === customer.status) return customer;
  return { ...customer, status, eventCount: customer.eventCount + (announced.has(status) ? 1n : 0n) };
}

const announced = new Set<KycStatus>([KycStatus.PENDING, KycStatus.APPROVED, KycStatus.REJECTED]);
