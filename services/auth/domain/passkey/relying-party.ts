// To whom a passkey belongs: the origin that it is used at, and the relying party id that it was made for, known by its hash.
import { createHash } from 'node:crypto';

/** `host` is absent for an Android application, which is named by the hash of its key. */
export interface Origin {
  readonly host?: string;
}

/** Undefined for an origin that passkeys are not used at. */
export function parseOrigin(text: string): Origin | undefined {
  if (/^android:apk-key-hash:[\w-]+={0,2}$/.test(text)) return {};
  const url = URL.parse(text);
  if (!url || url.origin !== text || !url.hostname) return undefined;
  const isLocal = url.protocol === 'http:' && url.hostname === 'localhost';
  return url.protocol === 'https:' || isLocal ? { host: url.hostname } : undefined;
}

/** Whether the relying party is the host of the origin, or a parent of it with two labels at least. An application shows no host. */
export function belongsTo({ host }: Origin, rpIdHash: Uint8Array): boolean {
  if (host === undefined) return true;
  const labels = host.split('.');
  const parents = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
  return [host, ...parents].some((rpId) => createHash('sha256').update(rpId).digest().equals(rpIdHash));
}
