// URLs of pages, pictures and endpoints that platforms configure.
import type { Environment } from '../core/caller.ts';

/** The error of an absolute http or https URL, if any. */
export function urlProblem(text: string): string | undefined {
  const url = /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null;
  if (!url || hasBlank.test(text)) return 'must be an absolute https:// URL';
  if (hasUser.test(text)) return 'must not contain a user name or password';
  return isHost(url.hostname) ? undefined : 'must have a host: a DNS name or an IP address';
}

/** The same for an address that browsers open: encrypted, or on localhost. */
export function pageUrlProblem(text: string): string | undefined {
  const problem = urlProblem(text);
  if (problem !== undefined) return problem;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || loopback.has(hostname) ? undefined : 'must start with https://, or with http:// on localhost';
}

/** The error of such an address in this environment. Production refuses localhost. */
export function openUrlProblem(text: string, environment: Environment): string | undefined {
  if (environment === 'sandbox' || new URL(text).protocol === 'https:') return undefined;
  return 'must start with https:// in production';
}

const hasBlank = /[\s\p{Cc}]/u;
/** Even an empty name. The URL parser reads `\` like `/`. */
const hasUser = /^https?:\/\/[^/\\?#]*@/i;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The URL parser accepts `*` and `;`, which have another meaning in a content security policy. */
function isHost(hostname: string): boolean {
  return hostname.length <= 253 && (ipv6.test(hostname) || dnsName.test(hostname));
}

const ipv6 = /^\[[0-9a-f:.]+\]$/;
const dnsName = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/;
