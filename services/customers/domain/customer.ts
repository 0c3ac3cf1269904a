// A customer, and when it may have accounts.

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
  /** The currencies of its accounts, in order of preference. */
  readonly currencies: readonly string[];
  /** The customer has currencies of its own; otherwise it follows the platform's. */
  readonly hasOwnCurrencies: boolean;
  readonly email: string | undefined;
  readonly phoneNumber: string | undefined;
  readonly contacts: ContactChannels | undefined;
  readonly consent: EndUserTermsConsent | undefined;
  /** Number of events sent about the customer. */
  readonly eventCount: bigint;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | undefined;
}

/** The customer's own data. Status and owners are stored separately. */
export type Profile =
  | { readonly case: 'individual'; readonly value: Individual }
  | { readonly case: 'business'; readonly value: Business };

/** The channels that the provider requires to be verified. */
export interface ContactChannels {
  readonly email: ContactVerificationStatus;
  readonly phone: ContactVerificationStatus;
}

/** The parts of a platform's configuration that apply to customers. */
export interface PlatformRules {
  readonly isRegulated: boolean;
  /** The domain of new addresses. */
  readonly umaDomain: string;
  readonly currencies: readonly PlatformCurrency[];
  /** All versions of the end-user terms. */
  readonly termsVersions: readonly string[];
}

export interface PlatformCurrency {
  readonly code: string;
  /** Wire names of CustomerInfoFieldName: the fields that the provider requires for the currency. */
  readonly requiredFields: readonly string[];
}

/** The two conditions for accounts: approval and, on unregulated platforms, the end-user terms. */
export function mayHoldAccounts(customer: Customer, { isRegulated }: PlatformRules): boolean {
  if (customer.deletedAt || customer.status !== KycStatus.APPROVED) return false;
  return isRegulated || customer.consent !== undefined;
}

/** The currency of embedded wallets. The wallet is a customer's only account in it. */
export const walletCurrency = 'USDB';

/** For customers that may have accounts: a wallet requires its currency, and an e-mail address for its first credential. */
export function mayHoldWallet({ email }: Customer, { currencies }: PlatformRules): boolean {
  return email !== undefined && currencies.some(({ code }) => code === walletCurrency);
}

/** The customer with a new status, and with its event counted. */
export function entering(customer: Customer, status: KycStatus): Customer {
  if (status === customer.status) return customer;
  return { ...customer, status, eventCount: customer.eventCount + (announced.has(status) ? 1n : 0n) };
}

const announced = new Set<KycStatus>([KycStatus.PENDING, KycStatus.APPROVED, KycStatus.REJECTED]);
