// What institutions want to know about each other's customers, and what a customer's record tells of it.

import type { Address } from '../../../../gen/payments/common/v1/address_pb.ts';
import { BusinessType } from '../../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Customer } from '../../../../gen/payments/customers/v1/customer_pb.ts';
import { CustomerInfoFieldName, type PlatformConfig } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import { nameIn } from '../shared/name-in.ts';

export interface RequiredField {
  /** Of CustomerInfoFieldName. */
  readonly name: string;
  readonly isMandatory: boolean;
}

/** Values by the names of CustomerInfoFieldName. */
export type CustomerInfo = Readonly<Record<string, string>>;

/** What the record of a customer tells. */
export function customerInfoOf(customer: Customer): CustomerInfo {
  const { email, phoneNumber, umaAddress, region, kind } = customer;
  const address = kind.value?.address;
  return known({
    EMAIL: email,
    PHONE_NUMBER: phoneNumber,
    IDENTIFIER: umaAddress,
    POSTAL_ADDRESS: address && lineOf(address),
    COUNTRY_OF_RESIDENCE: address?.country ?? region,
    ...infoByKind(kind),
  });
}

function infoByKind(kind: Customer['kind']): Record<string, string | undefined> {
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

function known(values: Record<string, string | undefined>): CustomerInfo {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** What a request tells: keys that are no field names, and values that are no text, count for nothing. */
export function customerInfoIn(given: object | undefined): CustomerInfo {
  const entries = Object.entries(given ?? {}).filter(([name, value]) => name in CustomerInfoFieldName && value !== null);
  return Object.fromEntries(
    entries.filter(([, value]) => typeof value !== 'object').map(([name, value]) => [name, String(value)]),
  );
}

/** Names of mandatory fields that nothing is told of. */
export function missingFields(info: CustomerInfo, required: readonly RequiredField[]): string[] {
  return required.filter(({ name, isMandatory }) => isMandatory && !info[name]).map(({ name }) => name);
}

/** What is told of the fields that are asked for. */
export function selectFields(required: readonly RequiredField[], info: CustomerInfo): CustomerInfo {
  return known(Object.fromEntries(required.map(({ name }) => [name, info[name]])));
}

/** What a platform asks from the other side in these currencies; what its provider requires is mandatory. */
export function requiredByPlatform(config: PlatformConfig | undefined, currencies: readonly string[]): RequiredField[] {
  const settings = config?.supportedCurrencies.filter(({ currencyCode }) => currencies.includes(currencyCode)) ?? [];
  const own = settings.flatMap(({ requiredCounterpartyFields }) =>
    requiredCounterpartyFields.map(({ name, mandatory = false }) => ({
      name: nameIn(CustomerInfoFieldName, name),
      isMandatory: mandatory,
    })),
  );
  return union([...own, ...requiredByProvider(config, currencies)]);
}

/** What the platform's provider requires of the other side, without which there is no payment. */
export function requiredByProvider(config: PlatformConfig | undefined, currencies: readonly string[]): RequiredField[] {
  const settings = config?.supportedCurrencies.filter(({ currencyCode }) => currencies.includes(currencyCode)) ?? [];
  const names = settings.flatMap(({ providerRequiredCounterpartyCustomerFields }) => providerRequiredCounterpartyCustomerFields);
  return union(names.map((name) => ({ name: nameIn(CustomerInfoFieldName, name), isMandatory: true })));
}

/** Each name once; mandatory where one of them is. */
function union(fields: readonly RequiredField[]): RequiredField[] {
  const byName = new Map<string, RequiredField>();
  for (const { name, isMandatory } of fields) {
    byName.set(name, { name, isMandatory: isMandatory || (byName.get(name)?.isMandatory ?? false) });
  }
  return [...byName.values()];
}

const purposeCurrencies = new Set(['INR', 'NGN']);

/** Corridors that want the registration number of a business that pays. */
const registeredCurrencies = new Set('GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED'.split(' '));

export interface Corridor {
  /** Absent: the platform pays for itself. */
  readonly sender?: Customer;
  readonly sending: string;
  readonly receiving: string;
}

/** What a corridor of bank accounts wants to know of whoever pays, and the record does not tell. */
export function requiredByCorridor({ sender, sending, receiving }: Corridor): RequiredField[] {
  const names = sender ? namesFor({ sender, sending, receiving }) : [];
  const info = sender ? customerInfoOf(sender) : {};
  const purpose = purposeCurrencies.has(receiving) ? [{ name: 'PURPOSE_OF_PAYMENT', isMandatory: true }] : [];
  return [...purpose, ...names.filter(({ name }) => !info[name])];
}

function namesFor({ sender, sending, receiving }: Required<Corridor>): RequiredField[] {
  const mandatory = (name: string) => ({ name, isMandatory: true });
  if (sender.kind.case === 'business') return registeredCurrencies.has(receiving) ? [mandatory('REGISTRATION_NUMBER')] : [];
  if (sending === receiving) return [];
  const person = ['FULL_NAME', 'BIRTH_DATE', 'COUNTRY_OF_RESIDENCE'].map(mandatory);
  return [...person, { name: 'NATIONALITY', isMandatory: false }];
}
