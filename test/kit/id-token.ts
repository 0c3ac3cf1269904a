// ID tokens as sandbox clients make them: well formed, with an invalid signature.
import { createHash } from 'node:crypto';

const encoded = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

/** A new token of a known issuer, with other claims if given; undefined omits one. */
export function idToken(now: Date, more: Record<string, unknown> = {}): string {
  const iat = Math.floor(now.getTime() / 1_000);
  const claims = { iss: 'https://accounts.google.com', aud: 'app', sub: 'user-1', iat, exp: iat + 3_600, ...more };
  return `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}.c2lnbmF0dXJl`;
}

export const nonceFor = (clientPublicKey: string) => createHash('sha256').update(clientPublicKey).digest('hex');
