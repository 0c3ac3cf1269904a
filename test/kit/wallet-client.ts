// What the client of a wallet does with its keys: stamps, sealed codes, sealed session keys.
import { sign } from 'node:crypto';
import { seal } from '../../services/auth/domain/wallet/hpke.ts';
import { compressed, newScalar, pointOf, publicPoint, signingKey } from '../../services/auth/domain/wallet/keys.ts';
import { openSessionKey } from '../../services/auth/domain/wallet/session-key.ts';

export interface WalletKey {
  readonly scalar: Buffer;
  /** Hex. */
  readonly compressed: string;
  readonly uncompressed: string;
}

export function walletKey(scalar: Buffer = newScalar()): WalletKey {
  const uncompressed = publicPoint(scalar).toString('hex');
  return { scalar, compressed: compressed(uncompressed) ?? '', uncompressed };
}

/** The value of Service-Wallet-Signature over a text. */
export function stampOf(payload: string, { scalar, compressed: publicKey }: WalletKey): string {
  const signature = sign('sha256', Buffer.from(payload, 'utf8'), signingKey(scalar)).toString('hex');
  return encodeStamp({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature });
}

export function encodeStamp(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Both headers of a signed retry. */
export function signedHeaders(
  { payloadToSign, requestId }: { payloadToSign: string; requestId: string },
  key: WalletKey,
): Record<string, string> {
  return { 'service-wallet-signature': stampOf(payloadToSign, key), 'request-id': requestId };
}

/** `encryptedOtpBundle` for the code that came with a target bundle. `publicKey` in either form. */
export async function sealOtp(targetBundle: string, { code, publicKey }: { code: string; publicKey: string }): Promise<string> {
  const { targetPublic } = JSON.parse(Buffer.from(JSON.parse(targetBundle).data, 'hex').toString());
  const plain = Buffer.from(JSON.stringify({ otp_code: code, public_key: publicKey }));
  const { encapsulated, ciphertext } = await seal(plain, pointOf(targetPublic) ?? Buffer.alloc(0));
  return JSON.stringify({ encappedPublic: encapsulated.toString('hex'), ciphertext: ciphertext.toString('hex') });
}

/** The session key in `encryptedSessionSigningKey`. Throws if it was not sealed to this key. */
export async function openSealedKey(sealed: string, { scalar }: WalletKey): Promise<WalletKey> {
  const opened = await openSessionKey(sealed, scalar);
  if (!opened) throw new Error('The key was not sealed to this client.');
  return walletKey(opened);
}
