// What is kept of a one-time code: a keyed hash, and its private key encrypted.
import type { Hashed, Place } from '../../kit/storage/secrets.ts';

/** Where the private key of an issuance is sealed. */
export const targetKeyPlace = (issuanceId: string): Place => ({ purpose: 'otp target key', row: issuanceId });

/** What is hashed of a code: the same one hashes differently in every issuance. */
export function hashedCode({ id, code }: { readonly id: string; readonly code: string }): Hashed {
  return { text: `${id} ${code}`, purpose: 'otp code' };
}
