// Amounts of mints and burns: whole tokens units that are whole cents.

/** One billion US dollars. */
const centsMax = 100_000_000_000n;
/** Of the ledger. */
const unitsMax = 2n ** 63n - 1n;
/** Longer texts are out of range, whatever the decimals of the token. */
const digitsMax = 60;

export type AmountReading =
  | { readonly case: 'valid'; readonly amount: bigint; readonly cents: bigint }
  | { readonly case: 'zero' | 'notRepresentable' | 'outOfRange' };

/** `text`: digits, in the smallest unit of a token with these decimals. */
export function readAmount(text: string, decimals: number): AmountReading {
  if (text.length > digitsMax) return { case: 'outOfRange' };
  const amount = BigInt(text);
  if (amount === 0n) return { case: 'zero' };
  const unitsPerCent = 10n ** BigInt(Math.max(0, decimals - 2));
  if (amount % unitsPerCent !== 0n) return { case: 'notRepresentable' };
  const cents = (amount / unitsPerCent) * 10n ** BigInt(Math.max(0, 2 - decimals));
  return cents > centsMax || amount > unitsMax ? { case: 'outOfRange' } : { case: 'valid', amount, cents };
}
