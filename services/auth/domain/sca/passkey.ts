// Passkeys as factors: their relying party, their enrollment, and what a browser is asked and returns.
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { JsonObject } from '@bufbuild/protobuf';
import { type Attestation, type AttestedPasskey, readAttestation } from '../passkey/registration.ts';

export interface ScaPasskey {
  readonly relyingPartyId: string;
  /** Base64url without padding. */
  readonly webauthnId: string;
  /** SPKI, DER. Absent if it was enrolled by the fixed value of the sandbox. */
  readonly publicKey?: Uint8Array;
  readonly counter: number;
  readonly enrolledAt: Date;
}

export interface PasskeyEnrollment {
  readonly relyingPartyId: string;
  /** Base64url. */
  readonly challenge: string;
  readonly expiresAt: Date;
}

export const challengeBytes = 32;

/** What a browser is asked for a challenge. */
export interface PasskeyQuestion {
  /** PublicKeyCredentialRequestOptionsJSON. */
  readonly options: JsonObject;
  readonly origins: string[];
  readonly relyingPartyId: string;
}

export interface Installation {
  readonly publicUrl: string;
  readonly isSandbox: boolean;
}

const developerOrigin = 'http://localhost:3000';

/** The domain of the platform, or the host of the installation. Passkeys cannot be bound to an IP address. */
export function relyingPartyIdOf(umaDomain: string | undefined, { publicUrl }: Installation): string {
  if (umaDomain !== undefined) return umaDomain;
  const { hostname } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname;
}

/** Where passkeys are registered and used: the relying party's own site, and in the sandbox also a developer's machine. */
export function originsOf(relyingPartyId: string, { publicUrl, isSandbox }: Installation): string[] {
  const { hostname, origin } = new URL(publicUrl);
  const own = hostname === relyingPartyId ? [origin] : [];
  const developers = isSandbox ? [developerOrigin] : [];
  return [...new Set([`https://${relyingPartyId}`, ...own, ...developers])];
}

export interface Registered {
  readonly attestation: Attestation;
  /** Of the request: one of the allowed origins. */
  readonly origin: string;
  readonly enrollment: PasskeyEnrollment;
  readonly now: Date;
}

/** Undefined if the registration is invalid. On a developer's machine browsers know no relying party but `localhost`. */
export function enrolledPasskey({ attestation, origin, enrollment, now }: Registered): ScaPasskey | undefined {
  const problems: string[] = [];
  const challenge = Buffer.from(enrollment.challenge, 'base64url');
  const made = readAttestation({ attestation, challenge, origins: [origin] }, (_, problem) => void problems.push(problem));
  const { relyingPartyId: own } = enrollment;
  const relyingPartyId = [own, ...(origin === developerOrigin ? ['localhost'] : [])].find((id) => made && isFor(made, id));
  if (problems.length > 0 || !made || relyingPartyId === undefined) return undefined;
  const { webauthnId, publicKey, counter } = made;
  return { relyingPartyId, webauthnId, publicKey, counter, enrolledAt: now };
}

const isFor = ({ rpIdHash }: AttestedPasskey, relyingPartyId: string) => relyingPartyHash(relyingPartyId).equals(rpIdHash);

export const relyingPartyHash = (relyingPartyId: string) => createHash('sha256').update(relyingPartyId).digest();
