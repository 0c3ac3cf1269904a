// One account of every type with its own coordinate fields, and the holders.
import type { Json } from './external-accounts-world.ts';
import { africa } from './specimens/africa.ts';
import { americas } from './specimens/americas.ts';
import { eastAsia } from './specimens/east-asia.ts';
import { europe } from './specimens/europe.ts';
import { mobileMoney } from './specimens/mobile-money.ts';
import { southAsia } from './specimens/south-asia.ts';
import { type Specimen, tooLong } from './specimens/specimen.ts';
import { wallets } from './specimens/wallets.ts';
import { world } from './specimens/world.ts';

export type { Specimen } from './specimens/specimen.ts';

export const banks: readonly Specimen[] = [
  ...americas,
  ...europe,
  ...southAsia,
  ...eastAsia,
  ...africa,
  ...mobileMoney,
  ...world,
];

export { wallets };

/** Every type but LIGHTNING, which has no beneficiary. */
export const specimens: readonly Specimen[] = [...banks, ...wallets];

const address = {
  line1: '1 High Street',
  line2: 'Flat 2',
  city: 'Leeds',
  state: 'West Yorkshire',
  postalCode: 'LS1 1AA',
  country: 'GB',
};

export const business: Json = {
  beneficiaryType: 'BUSINESS',
  legalName: 'Neem Textiles LLP',
  registrationNumber: 'AAB-1234',
  taxId: '27AAPFU0939F1ZV',
  email: 'pay@neem.example',
  phoneNumber: '+912212345678',
  countryOfResidence: 'IN',
  address,
};

const person: Json = {
  beneficiaryType: 'INDIVIDUAL',
  fullName: 'Ana Lucía Núñez',
  birthDate: '1990-02-28',
  nationality: 'MX',
  email: 'ana@example.com',
  phoneNumber: '+525512345678',
  countryOfResidence: 'MX',
  address,
};

const walletPerson: Json = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ana Lucía Núñez', countryOfResidence: 'MX' };

export const isWallet = (specimen: Specimen) => wallets.includes(specimen);

/** The individual with every field that the type accepts. */
export const individualFor = (specimen: Specimen): Json =>
  isWallet(specimen) ? walletPerson : { ...person, ...specimen.individual };

/** The specimen with a business holder. */
export const heldByBusiness = (specimen: Specimen): Specimen => ({ ...specimen, ...specimen.ofBusiness });

/** Required fields of a beneficiary, by kind. */
export function requiredOf(specimen: Specimen, kind: 'INDIVIDUAL' | 'BUSINESS'): string[] {
  if (kind === 'BUSINESS') return ['legalName'];
  return ['fullName', ...(isWallet(specimen) ? ['countryOfResidence'] : (specimen.individualNeeds ?? []))];
}

/** Values that violate the rules of one field of a beneficiary each. */
export const wrongPerson: Readonly<Record<string, readonly unknown[]>> = {
  fullName: ['', '   ', '\u200b\u2060', '\u3164', tooLong(140)],
  birthDate: ['1899-12-31', '1990-2-28', '28.02.1990', '1990-02-30', '2199-01-01'],
  nationality: ['mx', 'MEX', 'XX'],
  email: ['ana', 'ana@', 'a@b@c', `${tooLong(250)}@example.com`],
  phoneNumber: ['5512345678', '+12345', '+123456789012345'],
  countryOfResidence: ['mx', 'MEX', 'XX'],
};

export const wrongBusiness: Readonly<Record<string, readonly unknown[]>> = {
  legalName: ['', ' ', '\u200d', tooLong(140)],
  registrationNumber: [tooLong(255)],
  taxId: [tooLong(64)],
  email: ['pay'],
  phoneNumber: ['0221234'],
  countryOfResidence: ['in'],
};

export const wrongAddress: Readonly<Record<string, readonly unknown[]>> = {
  line1: ['', tooLong(140)],
  line2: [tooLong(140)],
  city: [tooLong(80)],
  state: [tooLong(80)],
  postalCode: ['', tooLong(16)],
  country: ['gb', 'GBR', 'XX'],
};

/** The body of a create request. */
export function bodyOf(specimen: Specimen, more: { fields?: Json; beneficiary?: Json; top?: Json } = {}): Json {
  const { accountType, currency, fields } = specimen;
  const beneficiary = more.beneficiary ?? (isWallet(specimen) ? undefined : person);
  return { currency, ...more.top, accountInfo: { accountType, ...fields, ...(beneficiary && { beneficiary }), ...more.fields } };
}

/** The specimen of a type. */
export function specimenOf(accountType: string): Specimen {
  const found = specimens.find((specimen) => specimen.accountType === accountType);
  if (!found) throw new Error(`There is no specimen of ${accountType}.`);
  return found;
}
