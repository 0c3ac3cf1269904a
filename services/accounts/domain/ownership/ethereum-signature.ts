// Signatures of messages by keys of Ethereum and compatible chains (EIP-191, version 0x45), and of Tron (TIP-191).
import { hash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import type { Claim, Verdict } from './proof.ts';
import { recoveredKey } from './recover.ts';

export const provenByEvmKey = (claim: Claim) =>
  proven(claim, {
    prefix: 'Ethereum Signed Message:\n',
    isAddress: (tail) => `0x${Buffer.from(tail).toString('hex')}` === claim.address.toLowerCase(),
  });

export const provenByTronKey = (claim: Claim) =>
  proven(claim, { prefix: 'TRON Signed Message:\n', isAddress: (tail) => tronAddressOf(tail) === claim.address });

interface Chain {
  readonly prefix: string;
  /** Whether the last 20 bytes of the key's hash equal the address. */
  readonly isAddress: (tail: Uint8Array) => boolean;
}

function proven({ message, signature }: Claim, { prefix, isAddress }: Chain): Verdict {
  const parts = partsOf(signature);
  if (!parts) return 'SIGNATURE_MALFORMED';
  const key = recoveredKey({ digest: digestOf(prefix, message), ...parts });
  return key && isAddress(keccak_256(key.uncompressed.subarray(1)).subarray(-20)) ? 'PROVEN' : 'SIGNATURE_MISMATCH';
}

/** r, s and v, 65 bytes in hexadecimal. v is 27 or 28, or 0 or 1. */
function partsOf(signature: string): { compact: Uint8Array; recovery: number } | undefined {
  const [, hex] = /^(?:0x)?([0-9a-fA-F]{130})$/.exec(signature) ?? [];
  if (hex === undefined) return undefined;
  const bytes = Buffer.from(hex, 'hex');
  const recovery = recoveries.get(bytes[64] ?? 0);
  return recovery === undefined ? undefined : { compact: bytes.subarray(0, 64), recovery };
}

const recoveries = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
]);

function digestOf(prefix: string, message: string): Uint8Array {
  const bytes = Buffer.from(message);
  return keccak_256(Buffer.concat([Buffer.from([0x19]), Buffer.from(`${prefix}${bytes.length}`), bytes]));
}

/** Base58 of 0x41, the 20 bytes, and four bytes of their double hash. */
function tronAddressOf(tail: Uint8Array): string {
  const body = Buffer.concat([Buffer.from([0x41]), tail]);
  const check = hash('sha256', hash('sha256', body, 'buffer'), 'buffer').subarray(0, 4);
  return base58.encode(Buffer.concat([body, check]));
}
