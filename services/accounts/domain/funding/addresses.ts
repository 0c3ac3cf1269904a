// Wallet addresses for deposits, derived from 32 bytes.
import { createECDH } from 'node:crypto';
import { base58, bech32m } from '@scure/base';
import { base58check } from '../../../kit/core/base58check.ts';

/** Base58 of a key. */
export function solanaAddress(seed: Uint8Array): string {
  return base58.encode(seed);
}

/** 0x41 and 20 bytes. */
export function tronAddress(seed: Uint8Array): string {
  return base58check.encode(Buffer.concat([Buffer.from([0x41]), seed.subarray(0, 20)]));
}

/** 20 bytes in lower case, which EIP-55 accepts as an address without a checksum. */
export function evmAddress(seed: Uint8Array): string {
  return `0x${Buffer.from(seed.subarray(0, 20)).toString('hex')}`;
}

/** Bech32m of the identity key: a protobuf message with field 1, a compressed point on secp256k1 with 33 bytes. */
export function sparkAddress(prefix: 'spark' | 'sparkrt', seed: Uint8Array): string {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(seed);
  const key = curve.getPublicKey(null, 'compressed');
  return bech32m.encodeFromBytes(prefix, Buffer.concat([Buffer.from([0x0a, key.length]), key]));
}

/** BIP 341: a witness of version 1, with its address in bech32m. */
export function taprootAddress(key: Uint8Array, { isTest }: { isTest: boolean }): string {
  return bech32m.encode(isTest ? 'bcrt' : 'bc', [1, ...bech32m.toWords(key)]);
}
