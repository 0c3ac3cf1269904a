// A third-party wallet client: the packages that wallet apps ship, without our code.
import { ApiKeyStamper, type TApiKeyStamperConfig } from '@turnkey/api-key-stamper';
import {
  decryptCredentialBundle,
  decryptExportBundle,
  encryptOtpCodeToBundle,
  generateP256KeyPair,
  getPublicKey,
  hpkeDecrypt,
  verifyOtpVerificationToken,
} from '@turnkey/crypto';

export type PublishedKey = ReturnType<typeof generateP256KeyPair>;
/** The crypto that the packages sign with: Node.js, browsers, or none of their own. */
export type Runtime = NonNullable<TApiKeyStamperConfig['runtimeOverride']>;

/** What a client has to sign. */
export interface Challenge {
  readonly payloadToSign: string;
  readonly requestId: string;
}

export const newKey = (): PublishedKey => generateP256KeyPair();

/** Both headers of a signed retry. */
export async function stamped({ payloadToSign, requestId }: Challenge, key: PublishedKey, runtime?: Runtime) {
  return { 'service-wallet-signature': await stampOver(payloadToSign, key, runtime), 'request-id': requestId };
}

/** The value of Service-Wallet-Signature. */
export async function stampOver(payload: string, key: PublishedKey, runtimeOverride: Runtime = 'node'): Promise<string> {
  const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey, runtimeOverride });
  return (await stamper.stamp(payload)).stampHeaderValue;
}

/** The key that signs for an environment: apps include it, and the packages refuse other signatures. */
export const signerOf = (bundle: string): string => JSON.parse(bundle).enclaveQuorumPublic;

/** `encryptedOtpBundle`. Throws if another key than `signer` signed the bundle. */
export function sealedCode(code: string, { bundle, signer, publicKey }: { bundle: string; signer: string; publicKey: string }) {
  return encryptOtpCodeToBundle(code, bundle, publicKey, signer);
}

/** The claims of the text to sign after a code. Throws if another key than `signer` signed it, or if it has expired. */
export const tokenClaims = (token: string, signer: string) => verifyOtpVerificationToken(token, signer);

/** The session's key in `encryptedSessionSigningKey`. */
export function openedKey(sealed: string, { privateKey: own }: PublishedKey): PublishedKey {
  const privateKey = decryptCredentialBundle(sealed, own);
  const [publicKey, publicKeyUncompressed] = [true, false].map((isShort) =>
    Buffer.from(getPublicKey(privateKey, isShort)).toString('hex'),
  );
  return { privateKey, publicKey: String(publicKey), publicKeyUncompressed: String(publicKeyUncompressed) };
}

export interface SignedExport {
  readonly envelope: string;
  readonly signer: string;
  readonly organizationId: string;
}

/** The words in `encryptedWalletCredentials`. Throws if another key than `signer` signed it, or if it belongs to another wallet. */
export function exportedWords({ envelope, signer, organizationId }: SignedExport, { privateKey }: PublishedKey): Promise<string> {
  return decryptExportBundle({
    exportBundle: envelope,
    organizationId,
    embeddedKey: privateKey,
    dangerouslyOverrideSignerPublicKey: signer,
    returnMnemonic: true,
  });
}

/** The words in an unsigned `encryptedWalletCredentials`, as in the sandbox. */
export function openedWords(envelope: string, { privateKey }: PublishedKey): string {
  const { encappedPublic, ciphertext } = JSON.parse(Buffer.from(JSON.parse(envelope).data, 'hex').toString());
  const [encappedKeyBuf, ciphertextBuf] = [encappedPublic, ciphertext].map((hex) => new Uint8Array(Buffer.from(hex, 'hex')));
  if (!encappedKeyBuf || !ciphertextBuf) throw new Error('The envelope is empty.');
  return Buffer.from(hpkeDecrypt({ ciphertextBuf, encappedKeyBuf, receiverPriv: privateKey })).toString();
}
