// One account of a type, and every way in which its fields can be invalid.
import type { Json } from '../external-accounts-world.ts';

export interface Specimen {
  readonly accountType: string;
  readonly currency: string;
  /** The required fields besides type and beneficiary. Its primary identifier has no magic suffix. */
  readonly fields: Json;
  /** The field with the suffix. */
  readonly primary: string;
  /** With all its fields. */
  readonly rails?: readonly string[];
  /** Every optional field, filled in. */
  readonly optional?: Json;
  /** The same for a business, if it differs. */
  readonly ofBusiness?: Pick<Specimen, 'fields' | 'primary' | 'optional' | 'rails'>;
  /** The missing fields of an empty request, if they are not `fields`. */
  readonly missing?: readonly string[];
  /** Required fields of an individual besides the name. */
  readonly individualNeeds?: readonly string[];
  /** Fields that only individuals of this type have. */
  readonly individual?: Json;
  /** Values that violate the rules of one field each. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

export const tooLong = (length: number) => 'x'.repeat(length + 1);

/** Values that are invalid for every field of this kind. */
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
