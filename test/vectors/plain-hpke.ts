// HPKE in base mode over P-256 and HKDF-SHA256, exactly by the formulas of RFC 9180: slow and small, as a reference for ours.
import { createCipheriv, createECDH, createHmac } from 'node:crypto';

/** Key length and identifier of the cipher (RFC 9180, 7.3). */
export const ciphers = {
  'aes-128-gcm': { keyBytes: 16, id: 1 },
  'aes-256-gcm': { keyBytes: 32, id: 2 },
} as const;

export type CipherName = keyof typeof ciphers;

/** Everything but the cipher. Points are uncompressed. */
export interface Exchange {
  /** The private scalar of one side. */
  readonly scalar: Uint8Array;
  /** The point of the other side. */
  readonly peer: Uint8Array;
  /** The sender's point. */
  readonly encapsulated: Uint8Array;
  readonly recipient: Uint8Array;
}

/** 4.1, DHKEM. */
export function sharedSecret({ scalar, peer, encapsulated, recipient }: Exchange): Buffer {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar);
  const suite = Buffer.concat([Buffer.from('KEM'), wide(16)]);
  const extracted = labeledExtract({ suite, label: 'eae_prk', salt: empty }, pair.computeSecret(peer));
  const context = Buffer.concat([encapsulated, recipient]);
  return labeledExpand({ suite, label: 'shared_secret', bytes: 32 }, extracted, context);
}

/** 5.1, the key schedule. */
export function keySchedule(secretShared: Uint8Array, info: Uint8Array, cipher: CipherName): { key: Buffer; nonce: Buffer } {
  const { keyBytes, id } = ciphers[cipher];
  const suite = Buffer.concat([Buffer.from('HPKE'), wide(16), wide(1), wide(id)]);
  const pskHash = labeledExtract({ suite, label: 'psk_id_hash', salt: empty }, empty);
  const infoHash = labeledExtract({ suite, label: 'info_hash', salt: empty }, info);
  const context = Buffer.concat([Buffer.of(0), pskHash, infoHash]);
  const secret = labeledExtract({ suite, label: 'secret', salt: secretShared }, empty);
  return {
    key: labeledExpand({ suite, label: 'key', bytes: keyBytes }, secret, context),
    nonce: labeledExpand({ suite, label: 'base_nonce', bytes: 12 }, secret, context),
  };
}

/** 5.2, the first message; ends with the tag. */
export function firstCiphertext(
  plain: Uint8Array,
  { key, nonce, aad, cipher }: { key: Buffer; nonce: Buffer; aad: Uint8Array; cipher: CipherName },
): Buffer {
  const gcm = createCipheriv(cipher, key, nonce).setAAD(aad);
  return Buffer.concat([gcm.update(plain), gcm.final(), gcm.getAuthTag()]);
}

const empty = Buffer.alloc(0);
const version = Buffer.from('HPKE-v1');

const wide = (number: number) => Buffer.of(number >> 8, number & 0xff);

const hmac = (key: Uint8Array, ...parts: Uint8Array[]) => {
  const keyed = createHmac('sha256', key);
  for (const part of parts) keyed.update(part);
  return keyed.digest();
};

function labeledExtract({ suite, label, salt }: { suite: Buffer; label: string; salt: Uint8Array }, ikm: Uint8Array): Buffer {
  return hmac(salt, version, suite, Buffer.from(label), ikm);
}

/** One block is enough: no output is longer than the hash. */
function labeledExpand({ suite, label, bytes }: { suite: Buffer; label: string; bytes: number }, prk: Buffer, info: Uint8Array) {
  return hmac(prk, wide(bytes), version, suite, Buffer.from(label), info, Buffer.of(1)).subarray(0, bytes);
}
