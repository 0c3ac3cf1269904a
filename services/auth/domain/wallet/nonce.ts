// The nonce that ties an OIDC token to the key that the session is for.
import { createHash } from 'node:crypto';

/** SHA-256, hex, of the text of the key as it was sent, not of its bytes. */
export function nonceOf(clientPublicKey: string): string {
  return createHash('sha256').update(clientPublicKey, 'utf8').digest('hex');
}
