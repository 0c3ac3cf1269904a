// A customer as a row, and back. What it tells about itself is sealed under its own key on the way in, and opened on the way out.
import { fromJson, type JsonObject, type JsonValue, toJson } from '@bufbuild/protobuf';
import { BusinessSchema } from '../../../gen/payments/customers/v1/business_pb.ts';
import { ContactVerificationStatus, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { EndUserTermsConsentSchema } from '../../../gen/payments/customers/v1/end_user_terms_pb.ts';
import { IndividualSchema } from '../../../gen/payments/customers/v1/individual_pb.ts';
import { openPersonalKey, type PersonalKey } from '../../kit/storage/personal-keys.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import type { ContactChannels, Customer } from '../domain/customer.ts';
import { storedReader } from './stored-json.ts';

export interface CustomerRow {
  id: string;
  platform_id: string;
  platform_customer_id: string;
  customer_type: 'INDIVIDUAL' | 'BUSINESS';
  status: string;
  uma_address: string;
  region: string | null;
  currencies: string[];
  has_own_currencies: boolean;
  email_verification: string | null;
  phone_verification: string | null;
  /** Sealed `Personal`; null once it is erased. */
  personal: Buffer | null;
  event_count: bigint;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** As it is read: with the sealed key of the customer. */
export interface KeyedCustomerRow extends CustomerRow {
  personal_key: Buffer | null;
}

/** What identifies a person, as JSON. */
interface Personal {
  readonly profile: JsonObject;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly consent?: JsonValue;
}

export function toRow(customer: Customer, key: PersonalKey): CustomerRow {
  const { profile, contacts } = customer;
  return {
    id: customer.id,
    platform_id: customer.platformId,
    platform_customer_id: customer.platformCustomerId,
    customer_type: profile.case === 'individual' ? 'INDIVIDUAL' : 'BUSINESS',
    status: statuses.byNumber.get(customer.status) ?? '',
    uma_address: customer.umaAddress,
    region: customer.region ?? null,
    currencies: [...customer.currencies],
    has_own_currencies: customer.hasOwnCurrencies,
    email_verification: contacts ? (channels.byNumber.get(contacts.email) ?? null) : null,
    phone_verification: contacts ? (channels.byNumber.get(contacts.phone) ?? null) : null,
    personal: key.seal(JSON.stringify(personalOf(customer)), placeOf(customer.id)),
    event_count: customer.eventCount,
    created_at: customer.createdAt,
    updated_at: customer.updatedAt,
    deleted_at: customer.deletedAt ?? null,
  };
}

export function fromRow(row: KeyedCustomerRow, secrets: Sealing): Customer {
  const { profile, email, phoneNumber, consent } = openPersonal(row, secrets);
  return {
    id: row.id,
    platformId: row.platform_id,
    platformCustomerId: row.platform_customer_id,
    profile:
      row.customer_type === 'INDIVIDUAL'
        ? { case: 'individual', value: readIndividual(profile) }
        : { case: 'business', value: readBusiness(profile) },
    status: statuses.byName.get(row.status) ?? KycStatus.UNSPECIFIED,
    umaAddress: row.uma_address,
    region: row.region ?? undefined,
    currencies: row.currencies,
    hasOwnCurrencies: row.has_own_currencies,
    email,
    phoneNumber,
    contacts: contactsOf(row),
    consent: consent === undefined ? undefined : fromJson(EndUserTermsConsentSchema, consent),
    eventCount: row.event_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at ?? undefined,
  };
}

const statuses = twoWay(KycStatus);
const channels = twoWay(ContactVerificationStatus);
const placeOf = (id: string): Place => ({ purpose: 'customers.personal', row: id });
const readIndividual = storedReader(IndividualSchema);
const readBusiness = storedReader(BusinessSchema);

function contactsOf({ email_verification: email, phone_verification: phone }: CustomerRow): ContactChannels | undefined {
  if (email === null || phone === null) return undefined;
  const read = (name: string) => channels.byName.get(name) ?? ContactVerificationStatus.UNSPECIFIED;
  return { email: read(email), phone: read(phone) };
}

function personalOf({ profile, email, phoneNumber, consent }: Customer): Personal {
  const json = profile.case === 'individual' ? toJson(IndividualSchema, profile.value) : toJson(BusinessSchema, profile.value);
  return {
    profile: asObject(json),
    ...(email !== undefined && { email }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(consent && { consent: toJson(EndUserTermsConsentSchema, consent) }),
  };
}

/** Nothing of a customer whose data, or whose key, is gone. */
function openPersonal({ id, personal, personal_key: key }: KeyedCustomerRow, secrets: Sealing): Personal {
  if (!personal || !key) return { profile: {} };
  return JSON.parse(openPersonalKey(key, id, secrets).open(personal, placeOf(id)).toString()) as Personal;
}

function twoWay<T extends number>(values: Record<string, T>) {
  const entries = Object.entries(values);
  return { byName: new Map(entries), byNumber: new Map<number, string>(entries.map(([name, value]) => [value, name])) };
}

/** The JSON of these messages is always an object. */
function asObject(json: JsonValue): JsonObject {
  return json as JsonObject;
}
