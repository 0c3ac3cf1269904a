// Authenticator data (WebAuthn Level 3, 6.1): 37 bytes, then the new credential and extensions, if any.
import { type CBORType, decodePartialCBOR } from '@levischuck/tiny-cbor';
import { bytesOf } from '../encodings.ts';

export interface AuthenticatorReport {
  readonly raw: Buffer;
  readonly rpIdHash: Buffer;
  readonly isUserPresent: boolean;
  readonly counter: number;
  /** For registrations. */
  readonly attested?: AttestedCredential;
}

export interface AttestedCredential {
  readonly credentialId: Buffer;
  /** A COSE_Key (RFC 9052, 7). */
  readonly publicKey: CBORType;
}

/** Undefined if the text is not base64url of authenticator data. */
export function parseAuthenticatorReport(encoded: string): AuthenticatorReport | undefined {
  const raw = bytesOf(encoded);
  return raw && orUndefined(() => authenticatorDataIn(raw));
}

/** From an attestation object. Its statement is not verified, because the make of the authenticator does not matter. */
export function parseAttestationObject(encoded: string): AuthenticatorReport | undefined {
  const raw = bytesOf(encoded);
  const inner = raw && orUndefined(() => decodeAt(raw, 0).value);
  const data = inner instanceof Map ? inner.get('authData') : undefined;
  return data instanceof Uint8Array ? orUndefined(() => authenticatorDataIn(Buffer.from(data))) : undefined;
}

const isPresent = 0x01;
const isAttested = 0x40;
const isExtended = 0x80;

/** Throws if the bytes end too early. Undefined if there are too many. */
function authenticatorDataIn(raw: Buffer): AuthenticatorReport | undefined {
  const flags = raw.readUInt8(32);
  const counter = raw.readUInt32BE(33);
  const attested = flags & isAttested ? attestedIn(raw) : { value: undefined, end: 37 };
  const end = flags & isExtended ? decodeAt(raw, attested.end).end : attested.end;
  if (end !== raw.length) return undefined;
  return {
    raw,
    rpIdHash: raw.subarray(0, 32),
    isUserPresent: (flags & isPresent) !== 0,
    counter,
    ...(attested.value && { attested: attested.value }),
  };
}

/** After the fixed part: 16 bytes of AAGUID, the length of the id, the id, the key. */
function attestedIn(raw: Buffer): { value: AttestedCredential; end: number } {
  const start = 55;
  const stop = start + raw.readUInt16BE(start - 2);
  const { value: publicKey, end } = decodeAt(raw, stop);
  return { value: { credentialId: raw.subarray(start, stop), publicKey }, end };
}

/** The decoder reads the whole buffer of an array, so it gets its own copy. */
function decodeAt(raw: Buffer, index: number): { value: CBORType; end: number } {
  const [value, length] = decodePartialCBOR(Uint8Array.from(raw), index);
  return { value, end: index + length };
}

function orUndefined<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
