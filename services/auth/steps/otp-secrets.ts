// What is kept of a one-time code: a keyed hash, and its private key encrypted.
import type { Secrets } from '../../kit/secrets.ts';

export const targetKeyPurpose = 'otp target key';

/** The same code hashes differently in every issuance. */
export function codeHashOf({ id, code }: { id: string; code: string }, secrets: Secrets): Buffer {
  return secrets.mac(`${id} ${code}`, 'otp code');
}
