// Selects the link that a registration uses, when the request names none.
import type { ProviderAccount } from './provider-account.ts';

export type LinkChoice =
  | { readonly case: 'chosen'; readonly link: ProviderAccount }
  | { readonly case: 'several'; readonly links: readonly ProviderAccount[] }
  | { readonly case: 'invalid' | 'revoked' | 'none' };

/** `links`: all links of the platform at the provider. */
export function chooseLink(links: readonly ProviderAccount[]): LinkChoice {
  const active = links.filter(({ status }) => status === 'ACTIVE');
  const [first] = active;
  if (first) return active.length === 1 ? { case: 'chosen', link: first } : { case: 'several', links: active };
  if (links.some(({ status }) => status === 'INVALID')) return { case: 'invalid' };
  return { case: links.length > 0 ? 'revoked' : 'none' };
}
