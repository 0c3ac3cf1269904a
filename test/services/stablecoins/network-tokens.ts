// Identifiers of tokens on the Spark network.
import { randomBytes } from 'node:crypto';

/** One that no other test has. */
export function newNetworkToken(prefix = 'btkn1'): string {
  return prefix + Array.from(randomBytes(20), (byte) => digits[byte % 32]).join('');
}

/** Of bech32. */
const digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
