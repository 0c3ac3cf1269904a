// The subdomain of a platform's UMA domain.

/** The first label of a domain: `pay` of `pay.acme.test`. */
export function firstLabel(domain: string): string {
  return domain.slice(0, domain.indexOf('.'));
}

/** Candidates for a subdomain, from 1: the label itself, then `label-2`, `label-3` … */
export function numbered(label: string, count: number): string {
  return count === 1 ? label : `${label}-${count}`;
}
