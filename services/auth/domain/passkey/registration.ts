// The registration of a passkey: its errors, and the stored parts.
import type { FieldError } from '../../../kit/messages/json/problems.ts';
import { bytesOf } from '../encodings.ts';
import { parseAttestationObject } from './authenticator-data.ts';
import { parseCeremony } from './client-data.ts';
import { publicKeyOf } from './public-key.ts';
import { belongsTo, type Origin, parseOrigin } from './relying-party.ts';

export interface Passkey {
  /** SHA-256 of the relying party id, because Android applications do not reveal the id. */
  readonly rpIdHash: Uint8Array;
  /** SPKI, DER. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

export interface NewPasskey extends Passkey {
  /** Base64url without padding. */
  readonly webauthnId: string;
  readonly nickname: string;
  /** Base64url without padding. Can be used for one registration. */
  readonly challenge: string;
}

/** A requested registration. Everything except the name is base64url. */
export interface Registration {
  readonly nickname: string;
  readonly challenge: string;
  readonly attestation?: Attestation | undefined;
}

/** The response of an authenticator. All base64url. */
export interface Attestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
}

/** The errors of a registration, by field. */
export function registrationProblems(registration: Registration): FieldError[] {
  return readRegistration(registration).problems;
}

/** The passkey of a valid registration. */
export function newPasskey(registration: Registration): NewPasskey {
  const { passkey } = readRegistration(registration);
  if (!passkey) throw new TypeError('The passkey was not checked.');
  return passkey;
}

interface Read {
  readonly passkey?: NewPasskey;
  readonly problems: FieldError[];
}

function readRegistration({ nickname, challenge, attestation = noAttestation }: Registration): Read {
  const problems: FieldError[] = [];
  const refuse = (field: string, message: string) => void problems.push({ field, message });

  const name = nickname.trim();
  if (!nameShape.test(name)) refuse('nickname', nameRule);
  const challenged = bytesOf(challenge);
  if (!challenged) refuse('challenge', 'must be base64url');
  const made = readAttestation({ attestation, challenge: challenged }, refuse);

  if (problems.length || !made || !challenged) return { problems };
  return { problems, passkey: { ...made, nickname: name, challenge: challenged.toString('base64url') } };
}

const nameShape = /^[\p{L}\p{N} ._\-'’()]{1,100}$/u;
const nameRule = "must have 1 to 100 characters: letters, digits, spaces and . _ - ' ’ ( )";
const noAttestation: Attestation = { credentialId: '', clientDataJson: '', attestationObject: '' };

type Refuse = (field: string, message: string) => void;

export interface Attested {
  readonly attestation: Attestation;
  /** Absent if it is invalid itself. */
  readonly challenge: Buffer | undefined;
  /** The accepted origins. When absent, those that belong to the relying party. */
  readonly origins?: readonly string[];
}

export type AttestedPasskey = Passkey & { readonly webauthnId: string };

/** The passkey of a response. Calls `refuse` for each error. The caller compares the relying party with its own, if it has one. */
export function readAttestation(attested: Attested, refuse: Refuse): AttestedPasskey | undefined {
  const origin = readOrigin(attested, refuse);
  return readAuthenticator(attested.attestation, attested.origins ? undefined : origin, refuse);
}

/** The client data: the ceremony, its challenge and its origin. */
function readOrigin({ attestation, challenge, origins }: Attested, refuse: Refuse): Origin | undefined {
  const clientData = parseCeremony(attestation.clientDataJson);
  const at = 'attestation.clientDataJson';
  if (!clientData) return void refuse(at, 'must be the base64url of client data');
  if (clientData.type !== 'webauthn.create') return void refuse(at, 'must have the type webauthn.create');
  if (challenge && !clientData.challenge.equals(challenge)) return void refuse(at, 'must contain the challenge of the request');
  if (origins && !origins.includes(clientData.origin)) return void refuse(at, 'must have an allowed origin');
  const origin = parseOrigin(clientData.origin);
  if (!origin) refuse(at, 'must have an origin with https, on localhost, or of an Android application');
  return origin;
}

/** WebAuthn Level 3, 7.1. */
export const idBytesMax = 1023;

/** The authenticator data: relying party, credential id and key. */
function readAuthenticator(attestation: Attestation, origin: Origin | undefined, refuse: Refuse): AttestedPasskey | undefined {
  const at = 'attestation.attestationObject';
  const data = parseAttestationObject(attestation.attestationObject);
  if (!data) return void refuse(at, 'must be the base64url of an attestation object');
  const { rpIdHash, counter, attested, isUserPresent } = data;
  if (!attested) return void refuse(at, 'must contain an attested credential');
  if (!isUserPresent) return void refuse(at, 'must have the user-present flag');
  if (origin && !belongsTo(origin, rpIdHash))
    return void refuse(at, 'must be for the host of the origin or a parent domain of it');
  const publicKey = publicKeyOf(attested.publicKey);
  if (!publicKey) return void refuse(at, 'must contain a key for ES256, RS256 or EdDSA');
  if (!bytesOf(attestation.credentialId)?.equals(attested.credentialId)) {
    return void refuse('attestation.credentialId', 'must be the id in the attestation object');
  }
  if (attested.credentialId.length > idBytesMax) return void refuse('attestation.credentialId', 'must be at most 1023 bytes');
  return { rpIdHash, publicKey, counter, webauthnId: attested.credentialId.toString('base64url') };
}
