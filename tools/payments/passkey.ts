// A software authenticator with one passkey (ES256), whose state is JSON.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor';

export interface Passkey {
  /** base64url. */
  readonly credentialId: string;
  /** PEM. */
  readonly privateKey: string;
  readonly rpId: string;
  readonly origin: string;
  /** For its registration, base64url. */
  readonly challenge: string;
}

export interface Ceremony {
  readonly passkey: Passkey;
  /** base64url. If absent, that of `text`, or for a registration that of the passkey. */
  readonly challenge?: string;
  /** Instead, for sessions of wallets: the text whose bytes are the challenge. */
  readonly text?: string;
}

export function createPasskey({ rpId = 'localhost', origin = 'http://localhost:3000' } = {}): Passkey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const [credentialId, challenge] = [16, 32].map((length) => randomBytes(length).toString('base64url'));
  return { credentialId: credentialId ?? '', privateKey: pem, rpId, origin, challenge: challenge ?? '' };
}

/** What `navigator.credentials.create` returns, in base64url. */
export function registerPasskey(ceremony: Ceremony) {
  const { passkey } = ceremony;
  const id = Buffer.from(passkey.credentialId, 'base64url');
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, encodeCBOR(coseKey(passkey))]);
  const authData = Uint8Array.from(Buffer.concat([authenticatorData(passkey, userPresent | hasAttestation), attested]));
  const statement: [string, CBORType][] = [
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ];
  return {
    credentialId: passkey.credentialId,
    clientDataJson: clientData('webauthn.create', { challenge: passkey.challenge, ...ceremony }).toString('base64url'),
    attestationObject: Buffer.from(encodeCBOR(new Map(statement))).toString('base64url'),
    transports: ['internal'],
  };
}

/** What `navigator.credentials.get` returns, in base64url. */
export function assertPasskey(ceremony: Ceremony) {
  const { passkey } = ceremony;
  const data = authenticatorData(passkey, userPresent);
  const client = clientData('webauthn.get', ceremony);
  const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
  return {
    credentialId: passkey.credentialId,
    clientDataJson: client.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    signature: sign('sha256', signed, createPrivateKey(passkey.privateKey)).toString('base64url'),
  };
}

const userPresent = 0x01;
const hasAttestation = 0x40;

function clientData(type: string, { passkey: { origin }, text = '', challenge = encoded(text) }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

const encoded = (text: string) => Buffer.from(text).toString('base64url');

/** The counter stays 0, as with most passkeys that are synchronized. */
function authenticatorData({ rpId }: Passkey, flags: number): Buffer {
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), Buffer.alloc(4)]);
}

function coseKey({ privateKey }: Passkey): Map<number, CBORType> {
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
  return new Map<number, CBORType>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
}
