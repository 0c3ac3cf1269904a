// The client data of a ceremony (WebAuthn Level 3, 5.8.1), as far as it is verified here.
import { bytesOf, objectIn } from '../encodings.ts';

export interface Ceremony {
  /** The bytes whose hash the authenticator signed. */
  readonly raw: Buffer;
  readonly type: string;
  readonly challenge: Buffer;
  readonly origin: string;
}

/** Undefined if the text is not base64url of client data. */
export function parseCeremony(encoded: string): Ceremony | undefined {
  const raw = bytesOf(encoded);
  const { type, challenge, origin } = objectIn(raw) ?? {};
  if (!raw || typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') return undefined;
  const bytes = bytesOf(challenge);
  return bytes && { raw, type, challenge: bytes, origin };
}
