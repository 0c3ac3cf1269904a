// Arrays as parameters of statements, in the binary format of PostgreSQL: it reads them at a fraction of the cost of their text, and a process
// also writes them faster. The driver sends a Buffer as a binary parameter.

/** Writes the values of rows as an array. `null` and `undefined` are written as null. Like the driver, it converts values to texts or numbers. */
export type WriteArray<Value> = <Row>(rows: readonly Row[], valueOf: (row: Row) => Value | null | undefined) => Buffer;

const headerBytes = 20;
const emptyHeaderBytes = 12;
const lengthBytes = 4;
const nullLength = -1;

/** PostgreSQL, src/backend/utils/adt/arrayfuncs.c, array_recv: dimensions, whether there are nulls, type, length, first index. */
function writeHeader(buffer: Buffer, { oid, count, hasNulls }: { oid: number; count: number; hasNulls: boolean }): void {
  buffer.writeInt32BE(count === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(hasNulls ? 1 : 0, 4);
  buffer.writeInt32BE(oid, 8);
  if (count === 0) return;
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16);
}

type WriteValue<Value> = (buffer: Buffer, value: Value, at: number) => void;

/** Values of `size` bytes. `oid`: of the type, as in pg_type. Columns repeat values, such as the platform, which are copied. */
function fixedSize<Value>(oid: number, size: number, write: WriteValue<Value>): WriteArray<Value> {
  return (rows, valueOf) => {
    if (rows.length === 0) return emptyArray(oid);
    const buffer = Buffer.allocUnsafe(headerBytes + rows.length * (lengthBytes + size));
    let at = headerBytes;
    let hasNulls = false;
    let last: Value | undefined;
    for (const row of rows) {
      const value = valueOf(row);
      if (value === null || value === undefined) {
        at = buffer.writeInt32BE(nullLength, at);
        last = undefined;
        hasNulls = true;
        continue;
      }
      const next = at + lengthBytes + size;
      if (value === last) buffer.copyWithin(at, at - lengthBytes - size, at);
      else write(buffer, value, buffer.writeInt32BE(size, at));
      last = value;
      at = next;
    }
    writeHeader(buffer, { oid, count: rows.length, hasNulls });
    return buffer.subarray(0, at);
  };
}

/** Values of different sizes. */
function anySize<Value>(oid: number, sizeOf: (value: Value) => number, write: WriteValue<Value>): WriteArray<Value> {
  return (rows, valueOf) => {
    if (rows.length === 0) return emptyArray(oid);
    const values = rows.map(valueOf);
    const sizes = values.map((value) => (value === null || value === undefined ? nullLength : sizeOf(value)));
    const total = sizes.reduce((sum, size) => sum + lengthBytes + Math.max(0, size), headerBytes);
    const buffer = Buffer.allocUnsafe(total);
    let at = headerBytes;
    for (const [index, size] of sizes.entries()) {
      at = buffer.writeInt32BE(size, at);
      if (size === nullLength) continue;
      write(buffer, values[index] as Value, at); // has a size
      at += size;
    }
    writeHeader(buffer, { oid, count: rows.length, hasNulls: sizes.includes(nullLength) });
    return buffer;
  };
}

function emptyArray(oid: number): Buffer {
  const buffer = Buffer.allocUnsafe(emptyHeaderBytes);
  writeHeader(buffer, { oid, count: 0, hasNulls: false });
  return buffer;
}

const hexDigits = new Int8Array(128).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  hexDigits[digit.charCodeAt(0)] = value;
  hexDigits[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Negative if the character is not a digit. */
const digitAt = (text: string, at: number): number => hexDigits[text.charCodeAt(at)] ?? -1;

const uuidBytes = 16;
const uuidLength = 36;
const isDashed = (text: string) => text[8] === '-' && text[13] === '-' && text[18] === '-' && text[23] === '-';
/** Of the first digit of each byte. */
const digitPlaces = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

function writeUuid(buffer: Buffer, text: string, at: number): void {
  let signs = 0; // negative if a byte is
  for (let byte = 0; byte < uuidBytes; byte++) {
    const place = digitPlaces[byte] ?? 0;
    const value = (digitAt(text, place) << 4) | digitAt(text, place + 1);
    signs |= value;
    buffer[at + byte] = value;
  }
  if (signs < 0 || text.length !== uuidLength || !isDashed(text)) throw new TypeError(`Not a uuid: ${text}`);
}

/** Microseconds since 2000. */
const firstMs = Date.UTC(2000, 0);
const writeTime = (buffer: Buffer, time: Date | number, at: number) => {
  buffer.writeBigInt64BE(endlessTimes.get(time) ?? BigInt(Number(time) - firstMs) * 1_000n, at);
};

/** `infinity` and `-infinity`, which the driver reads as these numbers. */
const endlessTimes = new Map<unknown, bigint>([
  [Number.POSITIVE_INFINITY, 2n ** 63n - 1n],
  [Number.NEGATIVE_INFINITY, -(2n ** 63n)],
]);

const dayMs = 86_400_000;

/** Days since 2000. */
const writeDate = (buffer: Buffer, date: string, at: number) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new TypeError(`Not a date: ${date}`);
  buffer.writeInt32BE((Date.parse(date) - firstMs) / dayMs, at);
};

const writeBigint: WriteValue<bigint | number> = (buffer, value, at) => {
  buffer.writeBigInt64BE(BigInt(value), at);
};

const textsOf = (oid: number) =>
  anySize<string>(
    oid,
    (text) => Buffer.byteLength(String(text)),
    (buffer, text, at) => void buffer.write(String(text), at),
  );

const jsonVersion = 1;

export const uuids = fixedSize<string>(2950, uuidBytes, (buffer, id, at) => writeUuid(buffer, String(id), at));
export const texts = textsOf(25);
/** Texts as bytes. */
export const textBytes = textsOf(17);
export const smallints = fixedSize<number>(21, 2, (buffer, value, at) => void buffer.writeInt16BE(value, at));
export const ints = fixedSize<number>(23, 4, (buffer, value, at) => void buffer.writeInt32BE(value, at));
export const bigints = fixedSize<bigint | number>(20, 8, writeBigint);
export const booleans = fixedSize<boolean>(16, 1, (buffer, value, at) => void buffer.writeUInt8(value ? 1 : 0, at));
/** Written as `2026-01-31`. */
export const dates = fixedSize<string>(1082, 4, writeDate);
export const times = fixedSize<Date | number>(1184, 8, writeTime);
export const byteStrings = anySize<Uint8Array>(
  17,
  ({ length }) => length,
  (buffer, bytes, at) => buffer.set(bytes, at),
);
/** Of JSON texts. */
export const jsons = anySize<string>(
  3802,
  (text) => 1 + Buffer.byteLength(text),
  (buffer, text, at) => void buffer.write(text, buffer.writeUInt8(jsonVersion, at)),
);
