// Numbers for people, made from a serial number: different for different serials, not in a row, and never a magic value.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What payers quote: `ABCD-EFGHIJ`, 50 bits. */
export function referenceOf(serial: bigint): string {
  const bits = scattered(serial, 1n << 50n);
  const characters = Array.from({ length: 10 }, (_, at) => alphabet[Number((bits >> BigInt(5 * at)) & 31n)]).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}

/**
 * `length` digits of which the last `tail` start with 3 or more, so that with the check digits that may follow they end in no
 * suffix that the sandbox takes for a command (those start with 0, 1 or 2). Beyond the numbers of this length they come again.
 */
export function digitsOf(serial: bigint, length: number, tail = 3): string {
  const unit = 10n ** BigInt(tail - 1);
  const tails = 7n * unit;
  const heads = 10n ** BigInt(length - tail);
  const end = 3n * unit + (serial % tails);
  return `${String(scattered(serial / tails, heads)).padStart(length - tail, '0')}${end}`;
}

/** A bijection of the numbers below `size`: the factor shares no divisor with any power of two or ten. */
function scattered(serial: bigint, size: bigint): bigint {
  return (serial * 618_033_988_749_891n + 271_828_182_845n) % size;
}
