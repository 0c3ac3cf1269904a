// The nonce that binds an ID token to the key of the session.
import { createHash } from 'node:crypto';

/** SHA-256 in hex of the text of the key as sent, not of its bytes. */
export function nonceOf(clientPublicKey: string): string {
  return createHash('sha256').update(clientPublicKey, 'utf8').digest('hex');
}
