// The quorum key of an environment signs data that clients must trust. Clients know it beforehand.
import { type KeyObject, sign } from 'node:crypto';
import { publicPoint, signingKey } from './keys.ts';

export interface QuorumKey {
  /** Lower-case uncompressed hex, because clients compare the text. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** The key from its 32 bytes. */
export function quorumKeyOf(scalar: Uint8Array): QuorumKey {
  return { publicKey: publicPoint(scalar).toString('hex'), privateKey: signingKey(scalar) };
}

/** `otpEncryptionTargetBundle`: JSON text with the uncompressed key to which the client encrypts a code. */
export function otpTargetBundle(target: Uint8Array, quorum: QuorumKey): string {
  return envelopeOf({ targetPublic: hexOf(target) }, quorum);
}

/** The envelope of an export. */
export interface SealedExport {
  readonly encapsulated: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly organizationId: string;
}

/** `encryptedWalletCredentials`. Unsigned without a key, as in the sandbox. */
export function exportEnvelope({ encapsulated, ciphertext, organizationId }: SealedExport, quorum?: QuorumKey): string {
  return envelopeOf({ encappedPublic: hexOf(encapsulated), ciphertext: hexOf(ciphertext), organizationId }, quorum);
}

/** The signature covers the bytes of the data, not their hex. */
function envelopeOf(content: Record<string, string>, quorum: QuorumKey | undefined): string {
  const data = Buffer.from(JSON.stringify(content), 'utf8');
  return JSON.stringify({
    version: 'v1.0.0',
    data: data.toString('hex'),
    dataSignature: quorum ? sign('sha256', data, quorum.privateKey).toString('hex') : '',
    enclaveQuorumPublic: quorum?.publicKey ?? '',
  });
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The result of verifying a code. */
export interface VerificationClaims {
  readonly id: string;
  readonly verificationType: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS';
  readonly contact: string;
  readonly organizationId: string;
  /** Compressed hex. */
  readonly publicKey: string;
  readonly expiresAt: Date;
}

/** The text that the client's key signs to open its session: a compact token. Its `exp` is in milliseconds, as text. */
export function verificationToken(claims: VerificationClaims, quorum: QuorumKey): string {
  const content = {
    id: claims.id,
    verification_type: claims.verificationType,
    contact: claims.contact,
    organization_id: claims.organizationId,
    public_key: claims.publicKey,
    exp: String(claims.expiresAt.getTime()),
  };
  const signed = `${segmentOf({ alg: 'ES256', typ: 'JWT' })}.${segmentOf(content)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: quorum.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

const segmentOf = (content: object) => Buffer.from(JSON.stringify(content), 'utf8').toString('base64url');
