// Ids: uuid version 7 internally, `<Kind>:<uuid>` in the API.
import { randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';

export interface Ids {
  /** A new uuid, version 7: later ids sort after earlier ones. */
  next(): string;
}

/** Ids made from a clock and the system's randomness. */
export function idsFrom(clock: Clock): Ids {
  return { next: () => uuidv7(clock.now().getTime(), randomTen()) };
}

/** RFC 9562, 5.7: 48 bits of milliseconds, then `random` with the version and variant bits. */
export function uuidv7(timeMs: number, random: Uint8Array): string {
  if (timeMs !== prefix.timeMs) prefix = prefixAt(timeMs);
  const byte = (at: number) => random[at] ?? 0;
  const hex = (at: number) => hexBytes[byte(at)] ?? '';
  const version = hexBytes[(byte(0) & 0x0f) | 0x70] ?? '';
  const variant = hexBytes[(byte(2) & 0x3f) | 0x80] ?? '';
  return `${prefix.text}-${version}${hex(1)}-${variant}${hex(3)}-${hex(4)}${hex(5)}${hex(6)}${hex(7)}${hex(8)}${hex(9)}`;
}

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The time of an id. Kept, because many ids have the same. */
let prefix = prefixAt(0);

function prefixAt(timeMs: number) {
  const hex = timeMs.toString(16).padStart(12, '0');
  return { timeMs, text: `${hex.slice(0, 8)}-${hex.slice(8)}` };
}

/** `publicId('Customer', uuid)` is `Customer:<uuid>`. */
export function publicId(kind: string, uuid: string): string {
  return `${kind}:${uuid}`;
}

/** The uuid in a public id of this kind, or undefined if it is malformed or of another kind. */
export function uuidOf(kind: string, id: string): string | undefined {
  const at = kind.length;
  if (id.length !== at + 37 || id[at] !== ':' || !id.startsWith(kind)) return undefined;
  const uuid = id.slice(at + 1);
  return uuidShape.test(uuid) ? uuid : undefined;
}

/** The kind of a public id: `Customer` of `Customer:<uuid>`. Undefined for other texts. */
export function kindIn(id: string): string | undefined {
  return /^([A-Z][a-z][A-Za-z]{0,38}):/.exec(id)?.[1];
}

/** The noun for ids of this kind in messages: `InternalAccount` is an `internal account`. */
export function nounOf(kind: string): string {
  return nouns.get(kind) ?? kind.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
}

const nouns = new Map([
  ['Webhook', 'event'],
  ['AuthMethod', 'credential'],
  ['Job', 'bulk upload job'],
]);

/** The uuid in an id that `publicId` created. */
export function uuidIn(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

/** A key for maps with rows of several platforms: a fork of a platform has the same ids. */
export const rowKey = ({ platformId, id }: RowOfPlatform) => `${platformId} ${id}`;

interface RowOfPlatform {
  readonly platformId: string;
  /** uuid. */
  readonly id: string;
}

/** The part of a platform's uuid that its forks share. Derived ids and keyed hashes contain it, so that they are valid in the forks, too. */
export const familyOf = (platformId: string) => platformId.slice(-12);

/** The uuid of a fork: the family of the original, otherwise the uuid of the operation that creates it. */
export const forkIdOf = (operationId: string, platformId: string) => operationId.slice(0, -12) + familyOf(platformId);

export const isUuid = (text: string) => uuidShape.test(text);

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Random bytes are read in blocks: reading ten bytes at a time costs more than the rest of an id. */
const block = Buffer.alloc(5_000);
let used = block.length;

function randomTen(): Uint8Array {
  if (used === block.length) {
    randomFillSync(block);
    used = 0;
  }
  used += 10;
  return block.subarray(used - 10, used);
}
