// Names of beneficiaries in the form in which the watch list compares them.

/** Equal for names that differ only in case, accents, punctuation, spaces or the order of their words. Empty for a name without letters. */
export function comparableName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted().join(' ');
}
