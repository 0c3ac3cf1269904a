// The last three characters of identifiers, which select outcomes in the sandbox.

/**
 * The magic suffix of an account's primary identifier, at most three characters. For identifiers with a domain (a PIX e-mail, a UPI or
 * Lightning address), the end of the part before `@`. Ignores characters other than letters and digits.
 */
export function sandboxSuffixOf(identifier: string): string {
  const [user = ''] = identifier.split('@', 1);
  return user.replaceAll(/[^a-zA-Z0-9]/g, '').slice(-3);
}

/** A generated uuid that selects no outcome: those that end in 001 to 006 end differently, and remain as unique as they were. */
export function withoutOutcome(uuid: string): string {
  return uuid.replace(/00([1-6])$/, '01$1');
}

/** A uuid that ends in these three digits. */
export function withEnding(uuid: string, ending: string): string {
  return uuid.slice(0, -3) + ending;
}
