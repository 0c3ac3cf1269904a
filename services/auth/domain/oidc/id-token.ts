// Parses an ID token: a compact JWT. Nothing in it is trusted before its claims and signature are verified.
import { bytesOf, objectIn } from '../encodings.ts';

export interface IdToken {
  readonly claims: Readonly<Record<string, unknown>>;
  /** The complete token. */
  readonly raw: string;
}

/** Undefined if the text is not a JWT: three base64url segments, with JSON objects in the first two. */
export function parseIdToken(raw: string): IdToken | undefined {
  const [, header = '', payload = ''] = /^([\w-]+)\.([\w-]+)\.[\w-]*$/.exec(raw) ?? [];
  const claims = objectIn(bytesOf(payload));
  return claims && objectIn(bytesOf(header)) && { claims, raw };
}
