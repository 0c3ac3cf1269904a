// Recovers the key of a signature on secp256k1.
import { secp256k1 } from '@noble/curves/secp256k1.js';

export interface Recoverable {
  /** 32 bytes. */
  readonly digest: Uint8Array;
  /** r and s, 64 bytes. High and low s are accepted. */
  readonly compact: Uint8Array;
  /** Selects one of the possible keys: 0 to 3. */
  readonly recovery: number;
}

/** The compressed and uncompressed form of a key. */
export interface RecoveredKey {
  readonly compressed: Uint8Array;
  readonly uncompressed: Uint8Array;
}

/** Undefined if no key can have created it. The library's order is recovery id first, then r and s. */
export function recoveredKey({ digest, compact, recovery }: Recoverable): RecoveredKey | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery);
    const point = signature.recoverPublicKey(digest);
    return { compressed: point.toBytes(true), uncompressed: point.toBytes(false) };
  } catch {
    return undefined;
  }
}
