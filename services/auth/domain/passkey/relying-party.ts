// The relying party of a passkey: the origin where it is used, and the relying party id, known by its hash.
import { createHash } from 'node:crypto';

/** `host` is absent for an Android application, which is identified by the hash of its key. */
export interface Origin {
  readonly host?: string;
}

/** Undefined for an origin that does not support passkeys. */
export function parseOrigin(text: string): Origin | undefined {
  if (/^android:apk-key-hash:[\w-]+={0,2}$/.test(text)) return {};
  const url = URL.parse(text);
  if (!url || url.origin !== text || !url.hostname) return undefined;
  const isLocal = url.protocol === 'http:' && url.hostname === 'localhost';
  return url.protocol === 'https:' || isLocal ? { host: url.hostname } : undefined;
}

/** Whether the relying party is the host of the origin, or a parent domain with at least two labels. Applications have no host. */
export function belongsTo({ host }: Origin, rpIdHash: Uint8Array): boolean {
  if (host === undefined) return true;
  const labels = host.split('.');
  const parents = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
  return [host, ...parents].some((rpId) => createHash('sha256').update(rpId).digest().equals(rpIdHash));
}

/** Whether passkeys of the relying party may be used at the origin. */
export function isOriginOf(text: string, rpIdHash: Uint8Array): boolean {
  const origin = parseOrigin(text);
  return origin !== undefined && belongsTo(origin, rpIdHash);
}
