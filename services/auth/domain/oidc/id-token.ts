// An ID token as it is sent: a compact JWT. Nothing of it is believed before its claims and its signature are judged.
import { bytesOf, objectIn } from '../encodings.ts';

export interface IdToken {
  readonly claims: Readonly<Record<string, unknown>>;
  /** The whole token. */
  readonly raw: string;
}

/** Undefined when the text is no JWT: three segments of base64url, JSON objects in the first two. */
export function parseIdToken(raw: string): IdToken | undefined {
  const [, header = '', payload = ''] = /^([\w-]+)\.([\w-]+)\.[\w-]*$/.exec(raw) ?? [];
  const claims = objectIn(bytesOf(payload));
  return claims && objectIn(bytesOf(header)) && { claims, raw };
}
