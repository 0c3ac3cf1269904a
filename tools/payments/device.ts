// What the device of a wallet's holder does: keys, encrypted codes, stamps, session keys, ID tokens. Keys are JSON, in hex.
import { createHash, sign } from 'node:crypto';
import { open, seal } from '../../services/auth/domain/wallet/hpke.ts';
import { compressed, newScalar, pointOf, publicPoint, signingKey } from '../../services/auth/domain/wallet/keys.ts';
import { openSessionKey } from '../../services/auth/domain/wallet/session-key.ts';
import { CommandFailure } from './failures.ts';
import { assertPasskey, createPasskey, registerPasskey } from './passkey.ts';

export interface DeviceKey {
  readonly privateKey: string;
  /** Compressed. */
  readonly publicKey: string;
  readonly publicKeyUncompressed: string;
}

export function newKey(scalar: Buffer = newScalar()): DeviceKey {
  const publicKeyUncompressed = publicPoint(scalar).toString('hex');
  return { privateKey: scalar.toString('hex'), publicKey: compressed(publicKeyUncompressed) ?? '', publicKeyUncompressed };
}

/** Encrypts a code, with the public key of the session, to the bundle of a challenge. `signer`: the only key that may have signed it. */
export async function sealCode({ key, code, bundle, signer }: CodeToSeal): Promise<{ encryptedOtpBundle: string }> {
  const { data, enclaveQuorumPublic } = JSON.parse(bundle);
  if (signer !== undefined && signer !== enclaveQuorumPublic)
    throw new CommandFailure('Another key than --signer signed this challenge. Do not use it.');
  const { targetPublic } = JSON.parse(Buffer.from(data, 'hex').toString());
  const plain = Buffer.from(JSON.stringify({ otp_code: code, public_key: key.publicKey }));
  const { encapsulated, ciphertext } = await seal(plain, pointOf(targetPublic) ?? Buffer.alloc(0));
  const sealed = { encappedPublic: encapsulated.toString('hex'), ciphertext: ciphertext.toString('hex') };
  return { encryptedOtpBundle: JSON.stringify(sealed) };
}

interface CodeToSeal {
  readonly key: DeviceKey;
  readonly code: string;
  /** `otpEncryptionTargetBundle` */
  readonly bundle: string;
  readonly signer?: string;
}

/** The value of `Service-Wallet-Signature` for a text. */
export function stamp({ key, text }: { key: DeviceKey; text: string }): { signature: string } {
  const signature = sign('sha256', Buffer.from(text), signingKey(scalarOf(key))).toString('hex');
  const content = { publicKey: key.publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature };
  return { signature: Buffer.from(JSON.stringify(content)).toString('base64url') };
}

/** The `nonce` of an ID token, for the public key as it is sent. */
export const nonceFor = (publicKey: string) => createHash('sha256').update(publicKey).digest('hex');

/** An ID token with a signature that only the sandbox accepts. `now`: milliseconds. */
export function idToken({ publicKey, subject = 'user-1', now = Date.now() }: TokenClaims): { token: string } {
  const iat = Math.floor(now / 1_000);
  const nonce = publicKey === undefined ? {} : { nonce: nonceFor(publicKey) };
  const claims = { iss: 'https://accounts.google.com', aud: 'app', sub: subject, iat, exp: iat + 3_600, ...nonce };
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return { token: [part({ alg: 'RS256', typ: 'JWT' }), part(claims), 'c2lnbmF0dXJl'].join('.') };
}

interface TokenClaims {
  /** Of the session that the token opens. */
  readonly publicKey?: string;
  readonly subject?: string;
  readonly now?: number;
}

/** The session key in `encryptedSessionSigningKey`. */
export async function openSession({ key, sealed }: { key: DeviceKey; sealed: string }): Promise<DeviceKey> {
  const scalar = await openSessionKey(sealed, scalarOf(key));
  if (scalar) return newKey(scalar);
  throw new CommandFailure('The session key was not encrypted to this key.');
}

/** The recovery phrase in `encryptedWalletCredentials`. */
export async function openExport({ key, envelope }: { key: DeviceKey; envelope: string }): Promise<{ phrase: string }> {
  const { encappedPublic, ciphertext } = JSON.parse(Buffer.from(JSON.parse(envelope).data, 'hex').toString());
  const sealed = { encapsulated: Buffer.from(encappedPublic, 'hex'), ciphertext: Buffer.from(ciphertext, 'hex') };
  const phrase = await open(sealed, scalarOf(key));
  if (phrase) return { phrase: phrase.toString() };
  throw new CommandFailure('The recovery phrase was not encrypted to this key.');
}

const scalarOf = ({ privateKey }: DeviceKey) => Buffer.from(privateKey, 'hex');

/** An action of a fixture, with the parameters of the function as JSON. */
export function perform(action: string, json: string): unknown {
  const parameters = JSON.parse(json);
  switch (action) {
    case 'new-key':
      return newKey();
    case 'seal-code':
      return sealCode(parameters);
    case 'stamp':
      return stamp(parameters);
    case 'id-token':
      return idToken(parameters);
    case 'open-session':
      return openSession(parameters);
    case 'open-export':
      return openExport(parameters);
    case 'new-passkey':
      return createPasskey(parameters);
    case 'register-passkey':
      return registerPasskey(parameters);
    case 'assert-passkey':
      return assertPasskey(parameters);
    default:
      throw new CommandFailure(`There is no device action "${action}".`);
  }
}
