// Base58 with a checksum, as Bitcoin writes keys and Tron addresses, without a version byte.
import { hash } from 'node:crypto';
import { createBase58check } from '@scure/base';

/** `decode` throws for a foreign character or a wrong checksum. */
export const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'));
