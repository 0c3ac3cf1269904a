// Wallet addresses for deposits, made from 32 bytes.
import { createECDH, hash } from 'node:crypto';

/** Base58 of a key. */
export function solanaAddress(seed: Uint8Array): string {
  return inBase58(seed);
}

/** Base58 of 0x41 and 20 bytes, closed by four bytes of their double hash. */
export function tronAddress(seed: Uint8Array): string {
  const body = Buffer.concat([Buffer.from([0x41]), seed.subarray(0, 20)]);
  const check = hash('sha256', hash('sha256', body, 'buffer'), 'buffer').subarray(0, 4);
  return inBase58(Buffer.concat([body, check]));
}

function inBase58(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = base58[Number(number % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** 20 bytes in small letters, which EIP-55 takes as an address without a checksum. */
export function evmAddress(seed: Uint8Array): string {
  return `0x${Buffer.from(seed.subarray(0, 20)).toString('hex')}`;
}

/** Bech32m of the identity key: a protobuf message with field 1, 33 bytes of a compressed point on secp256k1. */
export function sparkAddress(prefix: 'spark' | 'sparkrt', seed: Uint8Array): string {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(seed);
  const key = curve.getPublicKey(null, 'compressed');
  return bech32m(prefix, Buffer.concat([Buffer.from([0x0a, key.length]), key]));
}

/** BIP 341: a witness of version 1, with its address in bech32m. */
export function taprootAddress(key: Uint8Array, { isTest }: { isTest: boolean }): string {
  return bech32({ prefix: isTest ? 'bcrt' : 'bc', words: [1, ...inFives(key)], constant: modified });
}

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** What tells bech32m from bech32. */
const modified = 0x2bc830a3;

/** BIP 350. */
export function bech32m(prefix: string, bytes: Uint8Array): string {
  return bech32({ prefix, words: inFives(bytes), constant: modified });
}

export interface Words {
  readonly prefix: string;
  /** Of five bits. */
  readonly words: readonly number[];
  /** 1 for bech32. */
  readonly constant: number;
}

/** BIP 173, and BIP 350 with its own constant. */
export function bech32({ prefix, words, constant }: Words): string {
  const expanded = [
    ...Array.from(prefix, (letter) => letter.charCodeAt(0) >> 5),
    0,
    ...Array.from(prefix, (letter) => letter.charCodeAt(0) & 31),
  ];
  const check = polymod([...expanded, ...words, 0, 0, 0, 0, 0, 0]) ^ constant;
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (check >>> shift) & 31);
  return `${prefix}1${[...words, ...checksum].map((word) => letters[word]).join('')}`;
}

/** Five bits at a time; the last ones are filled up with zeros. */
export function inFives(bytes: Uint8Array): number[] {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, '0'), 2));
}

const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function polymod(words: readonly number[]): number {
  return words.reduce((sum, word) => {
    const shifted = ((sum & 0x1ffffff) << 5) ^ word;
    return generator.reduce((value, constant, bit) => ((sum >>> (25 + bit)) & 1 ? value ^ constant : value), shifted);
  }, 1);
}
