// Converts what browsers take and return as JSON (WebAuthn Level 3, 5.1.8 to 5.1.10).
import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import type { Assertion } from './domain/passkey/assertion.ts';
import type { Attestation } from './domain/passkey/registration.ts';
import type { ScaPasskey } from './domain/sca/passkey.ts';

/** RegistrationResponseJSON. What is missing is empty, and therefore invalid. */
export function attestationIn({ id, response }: JsonObject): Attestation {
  const { clientDataJSON, attestationObject } = objectIn(response);
  return { credentialId: textIn(id), clientDataJson: textIn(clientDataJSON), attestationObject: textIn(attestationObject) };
}

/** AuthenticationResponseJSON. */
export function assertionIn({ id, response }: JsonObject): Assertion {
  const { clientDataJSON, authenticatorData, signature } = objectIn(response);
  return {
    credentialId: textIn(id),
    clientDataJson: textIn(clientDataJSON),
    authenticatorData: textIn(authenticatorData),
    signature: textIn(signature),
  };
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

const textIn = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');

export interface CreationTerms {
  readonly relyingParty: { readonly id: string; readonly name: string };
  /** `id`: base64url. */
  readonly user: { readonly id: string; readonly name: string };
  /** Base64url. */
  readonly challenge: string;
  readonly timeoutMs: number;
}

/** PublicKeyCredentialCreationOptionsJSON, for ES256 and RS256. */
export function toCreationOptions({ relyingParty, user, challenge, timeoutMs }: CreationTerms): JsonObject {
  return {
    rp: relyingParty,
    user: { ...user, displayName: user.name },
    challenge,
    pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
    timeout: timeoutMs,
    authenticatorSelection: { residentKey: 'preferred', userVerification },
    attestation: 'none',
  };
}

/** PublicKeyCredentialRequestOptionsJSON. */
export function toRequestOptions(passkey: ScaPasskey, challenge: Buffer, timeoutMs: number): JsonObject {
  return {
    challenge: challenge.toString('base64url'),
    timeout: timeoutMs,
    rpId: passkey.relyingPartyId,
    allowCredentials: [{ type: 'public-key', id: passkey.webauthnId }],
    userVerification,
  };
}

/** The passkey is the possession that a code by text message would prove. The platform verifies its user itself. */
const userVerification = 'preferred';
