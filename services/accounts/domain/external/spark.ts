// Spark addresses: bech32m of a message whose first field is the identity key of the wallet.
import { bech32m } from '@scure/base';

export interface SparkIdentity {
  /** Identifies the network. */
  readonly prefix: string;
  /** A compressed point on secp256k1, 33 bytes. */
  readonly key: Uint8Array;
}

/** Addresses with an invoice exceed the usual limit of bech32m. */
const lengthMax = 1024;

/** Undefined for a wrong checksum or different content. */
export function sparkIdentityOf(address: string): SparkIdentity | undefined {
  const decoded = bech32m.decodeUnsafe(address, lengthMax);
  const bytes = decoded && bech32m.fromWordsUnsafe(decoded.words);
  if (!decoded || !bytes || bytes[0] !== 0x0a || bytes[1] !== 0x21 || bytes.length < 35) return undefined;
  return { prefix: decoded.prefix, key: bytes.subarray(2, 35) };
}
