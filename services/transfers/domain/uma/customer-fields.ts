// Customer data that institutions request from each other.
import { CustomerInfoFieldName } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import { nameIn } from '../shared/name-in.ts';
import type { PlatformSettings } from '../shared/platform-settings.ts';

export interface RequiredField {
  /** Name from CustomerInfoFieldName. */
  readonly name: string;
  readonly isMandatory: boolean;
}

/** Values by names of CustomerInfoFieldName. */
export type CustomerFields = Readonly<Record<string, string>>;

/** Without fields that have no value. */
export function knownFields(values: Record<string, string | undefined>): CustomerFields {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** Customer data in a request. Ignores unknown keys and values that are not text. */
export function customerFieldsIn(given: object | undefined): CustomerFields {
  const entries = Object.entries(given ?? {}).filter(([name, value]) => name in CustomerInfoFieldName && value !== null);
  return Object.fromEntries(
    entries.filter(([, value]) => typeof value !== 'object').map(([name, value]) => [name, String(value)]),
  );
}

/** Names of mandatory fields without a value. */
export function missingFields(info: CustomerFields, required: readonly RequiredField[]): string[] {
  return required.filter(({ name, isMandatory }) => isMandatory && !info[name]).map(({ name }) => name);
}

/** The available values of required fields. */
export function selectFields(required: readonly RequiredField[], info: CustomerFields): CustomerFields {
  return knownFields(Object.fromEntries(required.map(({ name }) => [name, info[name]])));
}

/** Fields that a platform requires of the counterparty in these currencies. Those of its provider are mandatory. */
export function requiredByPlatform(settings: PlatformSettings | undefined, currencies: readonly string[]): RequiredField[] {
  const used = settings?.supportedCurrencies.filter(({ currencyCode }) => currencies.includes(currencyCode)) ?? [];
  const own = used.flatMap(({ requiredCounterpartyFields }) =>
    requiredCounterpartyFields.map(({ name, mandatory = false }) => ({
      name: nameIn(CustomerInfoFieldName, name),
      isMandatory: mandatory,
    })),
  );
  return union([...own, ...requiredByProvider(settings, currencies)]);
}

/** Fields that the platform's provider requires of the counterparty. Without them there is no payment. */
export function requiredByProvider(settings: PlatformSettings | undefined, currencies: readonly string[]): RequiredField[] {
  const used = settings?.supportedCurrencies.filter(({ currencyCode }) => currencies.includes(currencyCode)) ?? [];
  const names = used.flatMap(({ providerRequiredCounterpartyCustomerFields }) => providerRequiredCounterpartyCustomerFields);
  return union(names.map((name) => ({ name: nameIn(CustomerInfoFieldName, name), isMandatory: true })));
}

/** Each name once, mandatory if one of them is. */
function union(fields: readonly RequiredField[]): RequiredField[] {
  const byName = new Map<string, RequiredField>();
  for (const { name, isMandatory } of fields) {
    byName.set(name, { name, isMandatory: isMandatory || (byName.get(name)?.isMandatory ?? false) });
  }
  return [...byName.values()];
}

const purposeCurrencies = new Set(['INR', 'NGN']);

/** Corridors that require the registration number of a paying business. */
const registeredCurrencies = new Set('GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED'.split(' '));

export interface Corridor {
  /** Known data of the payer. Absent: the platform itself pays. */
  readonly sender?: CustomerFields;
  readonly sending: string;
  readonly receiving: string;
}

/** Missing data of the payer that a corridor of bank accounts requires. */
export function requiredByCorridor({ sender, sending, receiving }: Corridor): RequiredField[] {
  const names = sender ? namesFor({ sender, sending, receiving }) : [];
  const purpose = purposeCurrencies.has(receiving) ? [{ name: 'PURPOSE_OF_PAYMENT', isMandatory: true }] : [];
  return [...purpose, ...names.filter(({ name }) => !sender?.[name])];
}

function namesFor({ sender, sending, receiving }: Required<Corridor>): RequiredField[] {
  const mandatory = (name: string) => ({ name, isMandatory: true });
  if (sender.USER_TYPE === 'BUSINESS') return registeredCurrencies.has(receiving) ? [mandatory('REGISTRATION_NUMBER')] : [];
  if (sending === receiving) return [];
  const person = ['FULL_NAME', 'BIRTH_DATE', 'COUNTRY_OF_RESIDENCE'].map(mandatory);
  return [...person, { name: 'NATIONALITY', isMandatory: false }];
}
