// Base58Check, as used for Bitcoin keys and Tron addresses, without a version byte.
import { hash } from 'node:crypto';
import { createBase58check } from '@scure/base';

/** `decode` throws for an invalid character or checksum. */
export const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'));
