// The quorum key of an environment signs what clients are to trust; they know it beforehand, and compare.
import { type KeyObject, sign } from 'node:crypto';
import { publicPoint, signingKey } from './keys.ts';

export interface QuorumKey {
  /** Uncompressed hex, lower case: clients compare the text. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** The key of its 32 bytes. */
export function quorumKeyOf(scalar: Uint8Array): QuorumKey {
  return { publicKey: publicPoint(scalar).toString('hex'), privateKey: signingKey(scalar) };
}

/** `otpEncryptionTargetBundle`: JSON text that names the key, an uncompressed point, to encrypt a code to. */
export function otpTargetBundle(target: Uint8Array, quorum: QuorumKey): string {
  return envelopeOf({ targetPublic: hexOf(target) }, quorum);
}

/** What an export is sealed into. */
export interface SealedExport {
  readonly encapsulated: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly organizationId: string;
}

/** `encryptedWalletCredentials`. Without a key it is unsigned, as in the sandbox. */
export function exportEnvelope({ encapsulated, ciphertext, organizationId }: SealedExport, quorum?: QuorumKey): string {
  return envelopeOf({ encappedPublic: hexOf(encapsulated), ciphertext: hexOf(ciphertext), organizationId }, quorum);
}

/** The signature is over the bytes of the data, not over their hex. */
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

/** What the verification of a code has proved. */
export interface VerificationClaims {
  readonly id: string;
  readonly verificationType: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS';
  readonly contact: string;
  readonly organizationId: string;
  /** Compressed hex. */
  readonly publicKey: string;
  readonly expiresAt: Date;
}

/** The text that the client's key signs to get its session: a compact token. Its `exp` is milliseconds, as text. */
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
