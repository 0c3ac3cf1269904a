// The client of a wallet as others have written it: the packages that wallets' apps ship, and nothing of ours.
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
/** What the packages sign with: Node.js, browsers, or no cryptography of their own. */
export type Runtime = NonNullable<TApiKeyStamperConfig['runtimeOverride']>;

/** What a client is asked to sign. */
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

/** The key that signs for an environment: apps bring it along, and the packages refuse what another has signed. */
export const signerOf = (bundle: string): string => JSON.parse(bundle).enclaveQuorumPublic;

/** `encryptedOtpBundle`. Throws when another key than `signer` has signed the bundle. */
export function sealedCode(code: string, { bundle, signer, publicKey }: { bundle: string; signer: string; publicKey: string }) {
  return encryptOtpCodeToBundle(code, bundle, publicKey, signer);
}

/** The claims of the text that is to be signed after a code. Throws when another key than `signer` has signed it, or it is late. */
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

/** The words in `encryptedWalletCredentials`. Throws when another key than `signer` has signed it, or it is of another wallet. */
export function exportedWords({ envelope, signer, organizationId }: SignedExport, { privateKey }: PublishedKey): Promise<string> {
  return decryptExportBundle({
    exportBundle: envelope,
    organizationId,
    embeddedKey: privateKey,
    dangerouslyOverrideSignerPublicKey: signer,
    returnMnemonic: true,
  });
}

/** The words in an unsigned `encryptedWalletCredentials`, as the sandbox gives them. */
export function openedWords(envelope: string, { privateKey }: PublishedKey): string {
  const { encappedPublic, ciphertext } = JSON.parse(Buffer.from(JSON.parse(envelope).data, 'hex').toString());
  const [encappedKeyBuf, ciphertextBuf] = [encappedPublic, ciphertext].map((hex) => new Uint8Array(Buffer.from(hex, 'hex')));
  if (!encappedKeyBuf || !ciphertextBuf) throw new Error('The envelope is empty.');
  return Buffer.from(hpkeDecrypt({ ciphertextBuf, encappedKeyBuf, receiverPriv: privateKey })).toString();
}
