// JSON values of scalars and enums: one reader and one writer per type.
import { type DescEnum, ScalarType } from '@bufbuild/protobuf';
import { enumNames } from './enums.ts';
import { type FieldProblems, MappingMistake } from './problems.ts';

/** Reads a JSON value. Returns undefined and reports an error if the type is wrong. */
export type ReadValue = (json: unknown, problems: FieldProblems) => unknown;

/** Returns the JSON value of a field's value. Undefined if it is never written. */
export type WriteValue = (value: never) => unknown;

export interface ValueCodec {
  readonly read: ReadValue;
  /** Absent if the value is its own JSON. */
  readonly write?: WriteValue;
  /** The value of a list element that could not be read, so that the others keep their index. */
  readonly zero: () => unknown;
}

/** Supported by Node.js, but not yet by the TypeScript types. */
const { rawJSON } = JSON as JSON & { rawJSON(text: string): unknown };

const decimalShape = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const base64Shape = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function readString(json: unknown, problems: FieldProblems) {
  return typeof json === 'string' ? json : problems.refuse('must be a string');
}

function readBoolean(json: unknown, problems: FieldProblems) {
  return typeof json === 'boolean' ? json : problems.refuse('must be true or false');
}

function readNumber(json: unknown, problems: FieldProblems) {
  return typeof json === 'number' && Number.isFinite(json) ? json : problems.refuse('must be a number');
}

function readBytes(json: unknown, problems: FieldProblems) {
  if (typeof json !== 'string' || !base64Shape.test(json)) return problems.refuse('must be a base64 string');
  return new Uint8Array(Buffer.from(json, 'base64'));
}

/** A 32-bit integer from `least` to `most`. */
function readInteger(least: number, most: number): ReadValue {
  return (json, problems) => {
    if (typeof json !== 'number' || !Number.isInteger(json)) return problems.refuse('must be an integer');
    if (json < least || json > most) return problems.refuse(`must be between ${least} and ${most}`);
    return json === 0 ? 0 : json; // never -0
  };
}

const longMax = 2n ** 63n - 1n;

/** A 64-bit integer whose method refuses all that JSON cannot represent exactly, with an error of its own. */
function readBounded(json: unknown, problems: FieldProblems) {
  if (typeof json !== 'number' || !Number.isInteger(json)) return problems.refuse('must be an integer');
  const value = BigInt(json);
  return value > longMax ? longMax : value < -longMax ? -longMax : value;
}

/** A 64-bit integer. JSON numbers are exact up to 2^53 only, so larger values are refused. */
function readLong(least: number): ReadValue {
  return (json, problems) => {
    if (typeof json !== 'number' || !Number.isInteger(json)) return problems.refuse('must be an integer');
    if (json < least || !Number.isSafeInteger(json)) {
      return problems.refuse(`must be between ${least} and ${Number.MAX_SAFE_INTEGER}`);
    }
    return BigInt(json);
  };
}

function writeLong(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('JSON cannot represent integers beyond 2^53.');
  return number;
}

const identity = (read: ReadValue, zero: unknown): ValueCodec => ({ read, zero: () => zero });
const int32 = identity(readInteger(-(2 ** 31), 2 ** 31 - 1), 0);
const uint32 = identity(readInteger(0, 2 ** 32 - 1), 0);
const number = identity(readNumber, 0);
const int64: ValueCodec = { read: readLong(Number.MIN_SAFE_INTEGER), write: writeLong, zero: () => 0n };
const uint64: ValueCodec = { read: readLong(0), write: writeLong, zero: () => 0n };
const bytes: ValueCodec = {
  read: readBytes,
  write: (value: Uint8Array) => Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64'),
  zero: () => new Uint8Array(),
};

const scalars: Record<ScalarType, ValueCodec> = {
  [ScalarType.STRING]: identity(readString, ''),
  [ScalarType.BOOL]: identity(readBoolean, false),
  [ScalarType.DOUBLE]: number,
  [ScalarType.FLOAT]: number,
  [ScalarType.INT32]: int32,
  [ScalarType.SINT32]: int32,
  [ScalarType.SFIXED32]: int32,
  [ScalarType.UINT32]: uint32,
  [ScalarType.FIXED32]: uint32,
  [ScalarType.INT64]: int64,
  [ScalarType.SINT64]: int64,
  [ScalarType.SFIXED64]: int64,
  [ScalarType.UINT64]: uint64,
  [ScalarType.FIXED64]: uint64,
  [ScalarType.BYTES]: bytes,
};

/** `isBounded`: the method checks a maximum. */
export function scalarCodec(type: ScalarType, isBounded = false): ValueCodec {
  const codec = scalars[type];
  return codec === int64 && isBounded ? { ...int64, read: readBounded } : codec;
}

/** An exact decimal: text in the message, a number in JSON. */
export const decimalCodec: ValueCodec = {
  read: (json, problems) => (typeof json === 'number' ? plainDecimal(json) : problems.refuse('must be a number')),
  write: (text: string) => {
    if (!decimalShape.test(text)) throw new RangeError(`'${text}' is not a decimal.`);
    return rawJSON(text);
  },
  zero: () => '0',
};

/** A JSON number as decimal text without exponent: 1e-7 is `0.0000001`. */
export function plainDecimal(value: number): string {
  const [mantissa = '', exponent] = String(value === 0 ? 0 : value).split('e');
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return sign + whole + fraction.padEnd(shift, '0');
}

/** `allowed`: the names in error messages, if a field accepts fewer than the enum has. */
export function enumCodec(desc: DescEnum, allowed?: readonly string[]): ValueCodec {
  const { all, byName, byNumber } = enumNames(desc);
  const constraint = { enum: [...(allowed ?? all)] };
  if (!all.length) throw new MappingMistake(`${desc.typeName} has no value that can be written.`);
  return {
    read: (json, problems) => {
      if (typeof json !== 'string') return problems.refuse('must be a string', constraint);
      return byName.get(json) ?? problems.refuse('is not one of the allowed values', constraint);
    },
    write: (value: number) => byNumber.get(value),
    zero: () => 0,
  };
}
