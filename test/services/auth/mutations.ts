// Ways to corrupt a signed retry, each with the expected error code.
import { randomUUID } from 'node:crypto';
import { parseStamp } from '../../../services/auth/domain/wallet/stamp.ts';
import { encodeStamp, stampOf, walletKey } from '../../kit/wallet-client.ts';
import type { Random } from './random.ts';

export interface Retry {
  readonly stamp: string | undefined;
  readonly requestId: string | undefined;
  readonly body: unknown;
}

/** A genuine retry, and what an attacker may know in addition. */
export interface Genuine {
  readonly stamp: string;
  readonly requestId: string;
  readonly body: { readonly clientPublicKey: string };
  readonly payload: string;
  /** A request of another operation that is open at the same time. */
  readonly otherRequestId: string;
}

/** The changes to a retry; of two, the earlier check determines the error. */
export interface Mutation {
  readonly change: Partial<Retry>;
  readonly check: number;
  readonly code: string;
}

/** One or two mutations of different parts of the retry. */
export function mutate(genuine: Genuine, random: Random): Mutation {
  const first = random.pick(parts);
  const one = first(genuine, random);
  if (random.below(3) > 0) return one;
  const other = random.pick(parts.filter((part) => part !== first))(genuine, random);
  const isHeaderless = [one, other].every(({ check }) => check === 3);
  if (isHeaderless) return one; // without both headers it is no retry
  return { ...(one.check < other.check ? one : other), change: { ...one.change, ...other.change } };
}

type Part = (genuine: Genuine, random: Random) => Mutation;

const ofBody: Part = ({ body }, random) => {
  const malformed = [{}, { clientPublicKey: 1 }, { clientPublicKey: null }, { clientPublicKey: `04${'11'.repeat(64)}` }, []];
  const cut = { clientPublicKey: body.clientPublicKey.slice(0, random.below(66)) };
  if (random.below(2) === 0) return { change: { body: random.pick([...malformed, cut]) }, check: 1, code: 'INVALID_INPUT' };
  const others = [walletKey().compressed, walletKey().uncompressed, body.clientPublicKey.toUpperCase()];
  const clientPublicKey = random.pick(others.filter((key) => key !== body.clientPublicKey));
  return { change: { body: { clientPublicKey } }, check: 5, code: 'WALLET_SIGNATURE_BODY_MISMATCH' };
};

const ofRequestId: Part = ({ requestId, otherRequestId }, random) => {
  if (random.below(6) === 0) return { change: { requestId: undefined }, check: 3, code: 'REQUEST_ID_MISSING' };
  const made = [otherRequestId, `Request:${randomUUID()}`, `Session:${requestId.slice(8)}`, requestId.toUpperCase()];
  const changed = random.below(2) === 0 ? random.pick(made) : spoiled(requestId, random);
  return { change: { requestId: changed }, check: 4, code: 'UNAUTHORIZED' };
};

const ofStamp: Part = (genuine, random) => {
  if (random.below(10) === 0) return { change: { stamp: undefined }, check: 3, code: 'WALLET_SIGNATURE_MISSING' };
  const stamp = random.pick(stamps)(genuine, random);
  const isWellFormed = parseStamp(stamp) !== undefined;
  if (isWellFormed && isSame(stamp, genuine.stamp)) return ofStamp(genuine, random); // another encoding of the same stamp
  return isWellFormed
    ? { change: { stamp }, check: 7, code: 'WALLET_SIGNATURE_INVALID' }
    : { change: { stamp }, check: 6, code: 'WALLET_SIGNATURE_MALFORMED' };
};

const parts: readonly Part[] = [ofBody, ofRequestId, ofStamp, ofStamp, ofStamp];

const stamps: readonly ((genuine: Genuine, random: Random) => string)[] = [
  ({ stamp }, random) => spoiled(stamp, random),
  ({ stamp }, random) => spoiled(spoiled(stamp, random), random),
  ({ stamp }, random) => stamp.slice(0, random.below(stamp.length)),
  ({ stamp }, random) => respelled(stamp, 'signature', (signature) => spoiledHex(signature, random)),
  ({ stamp }, random) => respelled(stamp, 'signature', (signature) => spoiled(signature, random)),
  ({ stamp }, random) => respelled(stamp, 'signature', (signature) => signature.slice(0, random.below(signature.length))),
  ({ stamp }, random) => respelled(stamp, 'signature', (signature) => signature + '00'.repeat(1 + random.below(3))),
  ({ stamp }) =>
    respelled(stamp, 'signature', (signature) => `30${lengthHex(signature, 1)}0221 00${signature.slice(8)}`.replace(' ', '')),
  ({ stamp }) => respelled(stamp, 'signature', rawOf),
  ({ stamp }, random) => respelled(stamp, 'publicKey', (key) => spoiledHex(key, random)),
  ({ stamp }) => respelled(stamp, 'publicKey', () => walletKey().compressed),
  ({ stamp }) => respelled(stamp, 'publicKey', (key) => `${key.startsWith('02') ? '03' : '02'}${key.slice(2)}`),
  ({ stamp }) => respelled(stamp, 'scheme', () => 'SIGNATURE_SCHEME_TK_API_SECP256K1'),
  ({ payload }) => stampOf(payload, walletKey()),
  ({ payload, stamp }, random) =>
    respelled(stampOf(spoiled(payload, random), walletKey()), 'publicKey', () => contentOf(stamp).publicKey ?? ''),
];

type Content = Record<string, string>;

function contentOf(stamp: string): Content {
  return JSON.parse(Buffer.from(stamp, 'base64url').toString());
}

function respelled(stamp: string, key: string, change: (value: string) => string): string {
  const content = contentOf(stamp);
  return encodeStamp({ ...content, [key]: change(content[key] ?? '') });
}

/** One printable character more, fewer, or replaced. */
function spoiled(text: string, random: Random): string {
  const at = random.below(text.length);
  const character = String.fromCharCode(0x21 + random.below(0x5e));
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  const changed = random.pick([before + character + after, before + character + text.slice(at), before + after]);
  return changed === text ? spoiled(text, random) : changed;
}

function spoiledHex(hex: string, random: Random): string {
  const bytes = Buffer.from(hex, 'hex');
  const at = random.below(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  return bytes.toString('hex');
}

const lengthHex = (signature: string, more: number) => (Number.parseInt(signature.slice(2, 4), 16) + more).toString(16);

/** r and s concatenated. */
function rawOf(signature: string): string {
  const end = 8 + 2 * Number.parseInt(signature.slice(6, 8), 16);
  const padded = (hex: string) => hex.slice(-64).padStart(64, '0');
  return padded(signature.slice(8, end)) + padded(signature.slice(end + 4));
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [parseStamp(one), parseStamp(other)];
  return first?.publicKey === second?.publicKey && (first?.signature.equals(second?.signature ?? Buffer.alloc(0)) ?? false);
}
