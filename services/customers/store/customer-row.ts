// Converts customers and rows. The customer's own data is sealed under its key.
import { fromJson, type JsonObject, type JsonValue, toJson } from '@bufbuild/protobuf';
import { BusinessSchema } from '../../../gen/payments/customers/v1/business_pb.ts';
import { ContactVerificationStatus, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { EndUserTermsConsentSchema } from '../../../gen/payments/customers/v1/end_user_terms_pb.ts';
import { IndividualSchema } from '../../../gen/payments/customers/v1/individual_pb.ts';
import { RecentMap } from '../../kit/core/recent-map.ts';
import { openPersonalKey, type PersonalKey } from '../../kit/storage/personal-keys.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import type { Properties } from '../../kit/storage/tables.ts';
import type { ContactChannels, Customer } from '../domain/customer.ts';
import type { CustomerRecord, CustomerRow } from './customer-records.ts';
import { storedReader } from './stored-json.ts';
import { twoWay } from './two-way.ts';

/** A row as read, with the sealed key of the customer. */
export type KeyedCustomerRow = CustomerRow & {
  /** Null once it is destroyed. */
  readonly personal_key: Buffer | null;
};

/** Personal data, as JSON. */
interface Personal {
  readonly profile: JsonObject;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly consent?: JsonValue;
}

export function toRow(customer: Customer, key: PersonalKey): Properties<typeof CustomerRecord> {
  const { profile, contacts, region = null, deletedAt = null } = customer;
  return {
    platformId: customer.platformId,
    id: customer.id,
    platformCustomerId: customer.platformCustomerId,
    customerType: profile.case === 'individual' ? 'INDIVIDUAL' : 'BUSINESS',
    status: statuses.write(customer.status),
    umaAddress: customer.umaAddress,
    region,
    currencies: [...customer.currencies],
    hasOwnCurrencies: customer.hasOwnCurrencies,
    emailVerification: contacts ? channels.write(contacts.email) : null,
    phoneVerification: contacts ? channels.write(contacts.phone) : null,
    personal: key.seal(JSON.stringify(personalOf(customer)), placeOf(customer.id)),
    eventCount: customer.eventCount,
    createdAt: customer.createdAt,
    updatedAt: customer.updatedAt,
    deletedAt,
  };
}

export function fromRow(row: KeyedCustomerRow, secrets: Sealing): Customer {
  const { profile, email, phoneNumber, consent } = openPersonal(row, secrets);
  return {
    id: row.id,
    platformId: row.platformId,
    platformCustomerId: row.platformCustomerId,
    profile:
      row.customerType === 'INDIVIDUAL'
        ? { case: 'individual', value: readIndividual(profile) }
        : { case: 'business', value: readBusiness(profile) },
    status: statuses.read(row.status),
    umaAddress: row.umaAddress,
    region: row.region ?? undefined,
    currencies: row.currencies,
    hasOwnCurrencies: row.hasOwnCurrencies,
    email,
    phoneNumber,
    contacts: contactsOf(row),
    consent: consent === undefined ? undefined : fromJson(EndUserTermsConsentSchema, consent),
    eventCount: row.eventCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    deletedAt: row.deletedAt ?? undefined,
  };
}

const statuses = twoWay(KycStatus);
const channels = twoWay(ContactVerificationStatus);
const placeOf = (id: string): Place => ({ purpose: 'customers.personal', row: id });
const readIndividual = storedReader(IndividualSchema);
const readBusiness = storedReader(BusinessSchema);

function contactsOf({ emailVerification: email, phoneVerification: phone }: CustomerRow): ContactChannels | undefined {
  return email && phone ? { email: channels.read(email), phone: channels.read(phone) } : undefined;
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

/**
 * Empty for a customer whose data or key is destroyed. Opening costs more than all else of a row, so data that was recently opened stays
 * open. It is compared with its sealed form: never used without the stored row.
 */
function openPersonal({ id, personal, personal_key: key }: KeyedCustomerRow, secrets: Sealing): Personal {
  const recent = openedBy.get(secrets) ?? new RecentMap<string, Opened>(openedMax);
  openedBy.set(secrets, recent);
  if (!personal || !key) {
    recent.delete(id);
    return { profile: {} };
  }
  const known = recent.get(id);
  if (known?.sealed.equals(personal)) return known.personal;
  const text = openPersonalKey(key, id, secrets).open(personal, placeOf(id)).toString();
  const opened = { sealed: Buffer.from(Uint8Array.from(personal).buffer), personal: JSON.parse(text) as Personal };
  recent.set(id, opened);
  return opened.personal;
}

interface Opened {
  /** A copy, because the row is a slice that keeps its neighbors in memory. */
  readonly sealed: Buffer;
  readonly personal: Personal;
}

const openedBy = new WeakMap<Sealing, RecentMap<string, Opened>>();
const openedMax = 1_000;

/** The JSON of these messages is always an object. */
function asObject(json: JsonValue): JsonObject {
  return json as JsonObject;
}
