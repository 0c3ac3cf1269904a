// A customer as a row, and back. Tax numbers are sealed on the way in and opened on the way out.
import { clone, fromJson, type JsonObject, type JsonValue, toJson } from '@bufbuild/protobuf';
import { BusinessSchema } from '../../../gen/payments/customers/v1/business_pb.ts';
import { ContactVerificationStatus, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { EndUserTermsConsentSchema } from '../../../gen/payments/customers/v1/end_user_terms_pb.ts';
import { IndividualSchema } from '../../../gen/payments/customers/v1/individual_pb.ts';
import { storedReader } from '../../kit/json/stored.ts';
import type { Place, Secrets } from '../../kit/secrets.ts';
import type { ContactChannels, Customer, Profile } from '../domain/customer.ts';

export interface CustomerRow {
  id: string;
  platform_id: string;
  platform_customer_id: string;
  customer_type: 'INDIVIDUAL' | 'BUSINESS';
  status: string;
  uma_address: string;
  region: string | null;
  currencies: string[];
  is_choosy: boolean;
  email: string | null;
  phone_number: string | null;
  email_verification: string | null;
  phone_verification: string | null;
  consent: JsonValue;
  profile: JsonObject;
  tax_number: Buffer | null;
  event_count: bigint;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export function toRow(customer: Customer, secrets: Secrets): CustomerRow {
  const { profile, contacts, consent } = customer;
  return {
    id: customer.id,
    platform_id: customer.platformId,
    platform_customer_id: customer.platformCustomerId,
    customer_type: profile.case === 'individual' ? 'INDIVIDUAL' : 'BUSINESS',
    status: statuses.byNumber.get(customer.status) ?? '',
    uma_address: customer.umaAddress,
    region: customer.region ?? null,
    currencies: [...customer.currencies],
    is_choosy: customer.isChoosy,
    email: customer.email ?? null,
    phone_number: customer.phoneNumber ?? null,
    email_verification: contacts ? (channels.byNumber.get(contacts.email) ?? null) : null,
    phone_verification: contacts ? (channels.byNumber.get(contacts.phone) ?? null) : null,
    consent: consent ? toJson(EndUserTermsConsentSchema, consent) : null,
    ...sealProfile(customer, secrets),
    event_count: customer.eventCount,
    created_at: customer.createdAt,
    updated_at: customer.updatedAt,
    deleted_at: customer.deletedAt ?? null,
  };
}

export function fromRow(row: CustomerRow, secrets: Secrets): Customer {
  return {
    id: row.id,
    platformId: row.platform_id,
    platformCustomerId: row.platform_customer_id,
    profile: openProfile(row, secrets),
    status: statuses.byName.get(row.status) ?? KycStatus.UNSPECIFIED,
    umaAddress: row.uma_address,
    region: row.region ?? undefined,
    currencies: row.currencies,
    isChoosy: row.is_choosy,
    email: row.email ?? undefined,
    phoneNumber: row.phone_number ?? undefined,
    contacts: contactsOf(row),
    consent: row.consent ? fromJson(EndUserTermsConsentSchema, row.consent) : undefined,
    eventCount: row.event_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at ?? undefined,
  };
}

const statuses = twoWay(KycStatus);
const channels = twoWay(ContactVerificationStatus);
const placeOf = (id: string): Place => ({ purpose: 'customers.tax-number', row: id });
const readIndividual = storedReader(IndividualSchema);
const readBusiness = storedReader(BusinessSchema);

function contactsOf({ email_verification: email, phone_verification: phone }: CustomerRow): ContactChannels | undefined {
  if (email === null || phone === null) return undefined;
  const read = (name: string) => channels.byName.get(name) ?? ContactVerificationStatus.UNSPECIFIED;
  return { email: read(email), phone: read(phone) };
}

function sealProfile({ id, profile }: Customer, secrets: Secrets): Pick<CustomerRow, 'profile' | 'tax_number'> {
  const seal = (number: string | undefined) => (number === undefined ? null : secrets.seal(number, placeOf(id)));
  if (profile.case === 'individual') {
    const kept = clone(IndividualSchema, profile.value);
    delete kept.identifier;
    return { profile: asObject(toJson(IndividualSchema, kept)), tax_number: seal(profile.value.identifier) };
  }
  const kept = clone(BusinessSchema, profile.value);
  delete kept.businessInfo?.taxId;
  return { profile: asObject(toJson(BusinessSchema, kept)), tax_number: seal(profile.value.businessInfo?.taxId) };
}

function openProfile(row: CustomerRow, secrets: Secrets): Profile {
  const number = row.tax_number ? secrets.open(row.tax_number, placeOf(row.id)).toString() : undefined;
  if (row.customer_type === 'INDIVIDUAL') {
    const individual = readIndividual(row.profile);
    if (number !== undefined) individual.identifier = number;
    return { case: 'individual', value: individual };
  }
  const business = readBusiness(row.profile);
  if (number !== undefined && business.businessInfo) business.businessInfo.taxId = number;
  return { case: 'business', value: business };
}

function twoWay<T extends number>(values: Record<string, T>) {
  const entries = Object.entries(values);
  return { byName: new Map(entries), byNumber: new Map<number, string>(entries.map(([name, value]) => [value, name])) };
}

/** The JSON of these messages is always an object. */
function asObject(json: JsonValue): JsonObject {
  return json as JsonObject;
}
