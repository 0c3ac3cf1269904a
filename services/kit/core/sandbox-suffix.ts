// The last three characters of an identifier, by which the sandbox is told how things end.

/**
 * The magic suffix of an account's primary identifier, three characters or fewer. Where it has a domain part (an e-mail as PIX
 * key, a UPI or Lightning address), the suffix is that of the part before `@`. What is neither letter nor digit is not counted.
 */
export function sandboxSuffixOf(identifier: string): string {
  const [user = ''] = identifier.split('@', 1);
  return user.replaceAll(/[^a-zA-Z0-9]/g, '').slice(-3);
}
