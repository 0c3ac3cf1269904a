// Limits a message by its bytes, before objects are created: total fields and elements, and nesting depth.
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from './fail.ts';
import { elementsMax } from './json/problems.ts';

/** Empty fields use little space in a body, but time to read. */
export const fieldsMax = 10_000;
/** A level of JSON in a Struct takes three. */
export const depthMax = 100;

/** Of a request by a platform: 1 MiB of content, and overhead. */
export const messageBytesMax = 1024 * 1024 + 64 * 1024;

/** Counts the fields of a message. Throws INVALID_INPUT if it exceeds a limit. Malformed messages are reported by their decoder. */
export function countFields(desc: DescMessage, bytes: Uint8Array): number {
  const scan = new Scan(bytes);
  scan.message(fieldsOf(desc), { end: bytes.length, depth: 1 });
  return scan.fields;
}

/** The refusal of a message that exceeds a limit. */
export const excess = (message: string) =>
  fail(ErrorCode.INVALID_INPUT, `The request ${message}.`, { errors: [{ field: '', message }] });

/** The refusal of a message with too many bytes. */
export const tooLarge = (bytesMax: number) => fail(ErrorCode.INVALID_INPUT, `The message is larger than ${bytesMax} bytes.`);

const varint = 0;
const fixed64 = 1;
const delimited = 2;
const fixed32 = 5;

class Scan {
  readonly #bytes: Uint8Array;
  #at = 0;
  #fields = 0;
  #elements = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get fields(): number {
    return this.#fields;
  }

  message(fields: Fields, { end, depth }: Extent): void {
    if (depth > depthMax) throw excess('is nested too deeply');
    while (this.#at < end) {
      const tag = this.#varint();
      if (++this.#fields > fieldsMax) throw excess('has too many fields');
      this.#value(fields.get(tag >>> 3), tag & 7, { end, depth });
    }
    this.#at = end;
  }

  #value(field: Field | undefined, wireType: number, extent: Extent): void {
    if (wireType === delimited) return this.#delimited(field, extent);
    if (field?.isMany) this.#count(1);
    if (wireType === varint) this.#varint();
    else if (wireType === fixed64) this.#at += 8;
    else if (wireType === fixed32) this.#at += 4;
    else this.#at = extent.end; // groups, which our messages do not use
  }

  #delimited(field: Field | undefined, { end, depth }: Extent): void {
    const length = this.#varint();
    const inner = Math.min(this.#at + length, end);
    if (field?.isPacked) this.#count(this.#packed(inner));
    else if (field?.isMany) this.#count(1);
    if (field?.inside) this.message(field.inside(), { end: inner, depth: depth + 1 });
    this.#at = inner;
  }

  #count(elements: number): void {
    this.#elements += elements;
    if (this.#elements > elementsMax) throw excess('has too many elements');
  }

  /** Varints of a packed list. Our messages have no lists of fixed-size numbers, which would be counted too high. */
  #packed(end: number): number {
    let elements = 0;
    for (let at = this.#at; at < end; at++) if ((this.#bytes[at] ?? 0) < 0x80) elements++;
    return elements;
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; shift < 70 && this.#at < this.#bytes.length; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value >>> 0;
  }
}

interface Extent {
  readonly end: number;
  readonly depth: number;
}

type Fields = ReadonlyMap<number, Field>;

interface Field {
  readonly isMany: boolean;
  readonly isPacked: boolean;
  /** The fields of a nested message, or of a map entry. A function, because messages may contain themselves. */
  readonly inside?: () => Fields;
}

const known = new WeakMap<DescMessage, Fields>();

function fieldsOf(desc: DescMessage): Fields {
  const found = known.get(desc) ?? new Map(desc.fields.map((field) => [field.number, shapeOf(field)]));
  known.set(desc, found);
  return found;
}

function shapeOf(field: DescField): Field {
  const { fieldKind, message } = field;
  const inside = message && (() => fieldsOf(message));
  if (fieldKind === 'map') {
    const entry: Fields = new Map([[2, { isMany: false, isPacked: false, ...(inside && { inside }) }]]);
    return { isMany: true, isPacked: false, inside: () => entry };
  }
  return { isMany: fieldKind === 'list', isPacked: fieldKind === 'list' && field.packed, ...(inside && { inside }) };
}
