// Spark addresses: bech32m around a message whose first field is the identity key of the wallet.
import { bech32m } from '@scure/base';

export interface SparkIdentity {
  /** Tells the network. */
  readonly prefix: string;
  /** A compressed point on secp256k1, 33 bytes. */
  readonly key: Uint8Array;
}

/** Addresses with an invoice in them are longer than bech32m allows by itself. */
const lengthMax = 1024;

/** Undefined where the checksum is wrong, or something else stands inside. */
export function sparkIdentityOf(address: string): SparkIdentity | undefined {
  const decoded = bech32m.decodeUnsafe(address, lengthMax);
  const bytes = decoded && bech32m.fromWordsUnsafe(decoded.words);
  if (!decoded || !bytes || bytes[0] !== 0x0a || bytes[1] !== 0x21 || bytes.length < 35) return undefined;
  return { prefix: decoded.prefix, key: bytes.subarray(2, 35) };
}
