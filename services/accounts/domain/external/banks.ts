// Banks by their BIC, for accounts that may leave the name of their bank out.

/** Name of the bank of a BIC; undefined for a bank that is not in the directory. */
export function bankNameOf(bic: string): string | undefined {
  return names.get(bic.slice(0, 8).toUpperCase());
}

const names = new Map([
  ['DBSSSGSG', 'DBS Bank Ltd'],
  ['OCBCSGSG', 'OCBC Bank'],
  ['UOVBSGSG', 'United Overseas Bank'],
]);
