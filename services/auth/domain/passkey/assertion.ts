// Verifies a passkey's response to a challenge (WebAuthn Level 3, 7.2), in the order in which failures are reported.
import { createHash } from 'node:crypto';
import { bytesOf } from '../encodings.ts';
import { parseAuthenticatorReport } from './authenticator-data.ts';
import { parseCeremony } from './client-data.ts';
import { isSignedBy } from './public-key.ts';
import type { Passkey } from './registration.ts';
import { isOriginOf } from './relying-party.ts';

/** All base64url. */
export interface Assertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

export interface Expected extends Passkey {
  readonly webauthnId: string;
  /** One of them is what the authenticator received. */
  readonly challenges: readonly Uint8Array[];
  /** The accepted origins. When absent, those that belong to the relying party. */
  readonly origins?: readonly string[];
}

/** What clients of the sandbox can send instead of a signature, or of a registration. */
export const sandboxPasskeyProof = 'sandbox-valid-passkey-signature';

export type AssertionFailure =
  | 'Invalid passkey credential id'
  | 'Invalid passkey challenge'
  | 'Invalid passkey origin'
  | 'Invalid passkey relying party'
  | 'Passkey user presence missing'
  | 'Invalid passkey signature'
  | 'Invalid passkey signature counter';

/** The new counter of the authenticator, or the failed check. */
export type Judged =
  | { readonly counter: number; readonly failure?: never }
  | { readonly counter?: never; readonly failure: AssertionFailure };

export function judgeAssertion(assertion: Assertion, expected: Expected): Judged {
  const clientData = parseCeremony(assertion.clientDataJson);
  const data = parseAuthenticatorReport(assertion.authenticatorData);
  const signature = bytesOf(assertion.signature);

  if (bytesOf(assertion.credentialId)?.toString('base64url') !== expected.webauthnId) return no('Invalid passkey credential id');
  if (clientData?.type !== 'webauthn.get') return no('Invalid passkey challenge');
  if (!expected.challenges.some((one) => clientData.challenge.equals(one))) return no('Invalid passkey challenge');
  if (!isExpectedOrigin(clientData.origin, expected)) return no('Invalid passkey origin');
  if (!data?.rpIdHash.equals(expected.rpIdHash)) return no('Invalid passkey relying party');
  if (!data.isUserPresent) return no('Passkey user presence missing');
  const signed = Buffer.concat([data.raw, createHash('sha256').update(clientData.raw).digest()]);
  if (!signature || !isSignedBy(expected.publicKey, signed, signature)) return no('Invalid passkey signature');
  if (!isCounterAhead(data.counter, expected.counter)) return no('Invalid passkey signature counter');
  return { counter: data.counter };
}

function isExpectedOrigin(origin: string, { origins, rpIdHash }: Expected): boolean {
  return origins ? origins.includes(origin) : isOriginOf(origin, rpIdHash);
}

/** An authenticator without a counter always returns zero. With a counter, a repeated value means that it was copied. */
export function isCounterAhead(received: number, stored: number): boolean {
  return received > stored || (received === 0 && stored === 0);
}

function no(failure: AssertionFailure): Judged {
  return { failure };
}
