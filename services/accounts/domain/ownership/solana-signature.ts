// Signatures of messages by Solana keys: Ed25519 over the message itself.
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { Claim, Verdict } from './proof.ts';

export function provenBySolanaKey({ address, message, signature }: Claim): Verdict {
  const bytes = decoded(signature);
  if (bytes?.length !== 64) return 'SIGNATURE_MALFORMED';
  const key = decoded(address);
  return key?.length === 32 && isSigned(bytes, { message, key }) ? 'PROVEN' : 'SIGNATURE_MISMATCH';
}

/** By the strict rules of RFC 8032: a key of small order would match any message. */
function isSigned(signature: Uint8Array, { message, key }: { message: string; key: Uint8Array }): boolean {
  try {
    return ed25519.verify(signature, Buffer.from(message), key, { zip215: false });
  } catch {
    return false;
  }
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}
