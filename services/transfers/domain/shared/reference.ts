// The payment reference for reconciliation.

/** Crockford's base32, without the ambiguous I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of random bytes of a reference. */
export const referenceBytes = 12;

/** `PAY-` and 12 characters, each from five bits of a random byte. */
export function referenceOf(random: Uint8Array): string {
  const characters = Array.from(random.subarray(0, referenceBytes), (byte) => alphabet[byte & 31]);
  return `PAY-${characters.join('')}`;
}

export function refundReferenceOf(reference: string): string {
  return `${reference}${refundSuffix}`;
}

/** The payment reference in a reference of either kind. */
export function reconciliationReferenceOf(reference: string): string {
  return reference.endsWith(refundSuffix) ? reference.slice(0, -refundSuffix.length) : reference;
}

const refundSuffix = '-REFUND';
