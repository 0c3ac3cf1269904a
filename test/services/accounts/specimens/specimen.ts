// One account of a type, and every way in which its fields can be wrong.
import type { Json } from '../external-accounts-world.ts';

export interface Specimen {
  readonly accountType: string;
  readonly currency: string;
  /** The least beside type and beneficiary. Its primary identifier ends in no magic suffix. */
  readonly fields: Json;
  /** The field that suffixes are read from. */
  readonly primary: string;
  /** When all its fields are there. */
  readonly rails?: readonly string[];
  /** Everything optional, filled in. */
  readonly optional?: Json;
  /** The same for a business, where it differs. */
  readonly ofBusiness?: Pick<Specimen, 'fields' | 'primary' | 'optional' | 'rails'>;
  /** What is told to be missing when nothing is there, where it is not `fields`. */
  readonly missing?: readonly string[];
  /** What an individual must tell beside the name. */
  readonly individualNeeds?: readonly string[];
  /** What only individuals of this type tell. */
  readonly individual?: Json;
  /** Values that break the rules of one field each. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

export const tooLong = (length: number) => 'x'.repeat(length + 1);

/** Values that are wrong wherever a field of this kind stands. */
export const wrongNumbers = ['', tooLong(34), 12345];
export const wrongBanks = ['', tooLong(255)];
export const wrongKinds = ['savings', 'UNSPECIFIED', '', 1];
export const wrongBranches = ['', '1234', '123456', '1234x'];
export const wrongPhones = ['', '254712345678', '+12345', '+123456789012345', '+2547 1234', 'phone'];
export const wrongBics = ['DEUTDEF', 'DEUTDEFFXX', 'deutdeff', 'DEUTDEFFXXXX'];
export const wrongIbans = [
  'de89370400440532013000',
  'DE8937040044',
  'DE89370400440532013000123456789012345',
  'DE89 3704 0044 0532 0130 00',
  5,
];
export const wrongVasps = ['', 'coinbase', 'My own exchange', tooLong(255)];
