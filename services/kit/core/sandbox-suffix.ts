// The last three characters of an identifier, which select outcomes in the sandbox.

/**
 * The magic suffix of an account's primary identifier, at most three characters. For identifiers with a domain (a PIX e-mail, a UPI or
 * Lightning address), the end of the part before `@`. Ignores characters other than letters and digits.
 */
export function sandboxSuffixOf(identifier: string): string {
  const [user = ''] = identifier.split('@', 1);
  return user.replaceAll(/[^a-zA-Z0-9]/g, '').slice(-3);
}
