// The subdomain under which the service answers for a platform's UMA domain.

/** The first label of a domain: `pay` of `pay.acme.test`. */
export function firstLabel(domain: string): string {
  return domain.slice(0, domain.indexOf('.'));
}

/** The label itself, or the first of `label-2`, `label-3` … that is free. */
export function freeSubdomain(label: string, inUse: readonly string[]): string {
  const used = new Set(inUse);
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? label : `${label}-${count}`;
    if (!used.has(candidate)) return candidate;
  }
}
