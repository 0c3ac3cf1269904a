// The reference that payers and receivers reconcile by.

/** Crockford's base32: no I, L, O and U, which are misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How many random bytes a reference is made of. */
export const referenceBytes = 12;

/** `PAY-` and 12 characters, five bits of each random byte. */
export function referenceOf(random: Uint8Array): string {
  const characters = Array.from(random.subarray(0, referenceBytes), (byte) => alphabet[byte & 31]);
  return `PAY-${characters.join('')}`;
}

export function refundReferenceOf(reference: string): string {
  return `${reference}${refundSuffix}`;
}

/** The reconciliation reference behind a reference of either kind. */
export function reconciliationReferenceOf(reference: string): string {
  return reference.endsWith(refundSuffix) ? reference.slice(0, -refundSuffix.length) : reference;
}

const refundSuffix = '-REFUND';
