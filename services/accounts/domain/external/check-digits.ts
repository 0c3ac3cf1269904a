// Check digits of bank coordinates. Each takes what has the right shape already.

/** ISO 13616: the first four characters moved to the end, letters as 10 to 35, the remainder of 97 is 1. */
export function isIban(iban: string): boolean {
  const moved = iban.toUpperCase().slice(4) + iban.toUpperCase().slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** The routing number of a bank in the United States: weights 3, 7, 1, and a first part that the Federal Reserve has assigned. */
export function isRoutingNumber(routing: string): boolean {
  const region = Number(routing.slice(0, 2));
  const isAssigned = region <= 12 || (region >= 21 && region <= 32) || (region >= 61 && region <= 72) || region === 80;
  return isAssigned && weighted(routing, [3, 7, 1]) % 10 === 0;
}

/** CLABE of a bank account in Mexico: weights 3, 7, 1, each product modulo 10. */
export function isClabe(clabe: string): boolean {
  const sum = Array.from(clabe.slice(0, 17)).reduce(
    (total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(clabe[17]);
}

function weighted(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((total, digit, at) => total + Number(digit) * (weights[at % weights.length] ?? 0), 0);
}
