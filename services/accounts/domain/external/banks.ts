// Banks by BIC, for accounts whose bank name is optional.

/** Name of the bank with a BIC. Undefined for a bank that is not in the directory. */
export function bankNameOf(bic: string): string | undefined {
  return names.get(bic.slice(0, 8).toUpperCase());
}

const names = new Map([
  ['DBSSSGSG', 'DBS Bank Ltd'],
  ['OCBCSGSG', 'OCBC Bank'],
  ['UOVBSGSG', 'United Overseas Bank'],
]);
