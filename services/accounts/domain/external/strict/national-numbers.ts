// Business numbers with a check digit, for which there is no library that loads quickly.

/** Colombian NIT, with or without hyphen and dots: weights from the right, remainder of 11. */
export function isColombianTaxNumber(number: string): boolean {
  const digits = number.replaceAll(/[ .-]/g, '');
  if (!/^\d{8,16}$/.test(digits)) return false;
  const rest =
    Array.from(digits.slice(0, -1))
      .toReversed()
      .reduce((sum, digit, at) => sum + Number(digit) * (primes[at] ?? 0), 0) % 11;
  return Number(digits.at(-1)) === (rest < 2 ? rest : 11 - rest);
}

const primes = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71];

/** Chinese unified social credit identifier (GB 32100): powers of 3, remainder of 31. */
export function isChineseBusinessNumber(number: string): boolean {
  const values = [...number].map((character) => characters.indexOf(character));
  if (values.length !== 18 || values.includes(-1)) return false;
  const sum = values.slice(0, 17).reduce((total, value, at) => total + value * (3 ** at % 31), 0);
  return values[17] === (31 - (sum % 31)) % 31;
}

const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY';
