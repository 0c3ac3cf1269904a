// The client of a wallet on the command line: `node wallet.mjs <command> <key file>`, answers of the platform on standard input.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import {
  decryptCredentialBundle,
  decryptExportBundle,
  encryptOtpCodeToBundle,
  generateP256KeyPair,
  getPublicKey,
  hpkeDecrypt,
} from '@turnkey/crypto';

const [, , command, keyFile, ...rest] = process.argv;
const key = () => JSON.parse(readFileSync(keyFile, 'utf8'));
const answer = () => JSON.parse(readFileSync(0, 'utf8'));
const hex = (text) => new Uint8Array(Buffer.from(text, 'hex'));
const signer = process.env.SIGNER; // the key that signs for the installation: pinned, not believed because it comes along

const commands = {
  /** A new pair: privateKey, publicKey (compressed), publicKeyUncompressed; all in hex. */
  'new-key': () => JSON.stringify(generateP256KeyPair()),

  /** The body that verifies a code, for the answer to a challenge. Refuses a bundle that `SIGNER` has not signed. */
  'seal-code': async ([code]) => {
    const { type, otpEncryptionTargetBundle: bundle } = answer();
    return JSON.stringify({ type, encryptedOtpBundle: await encryptOtpCodeToBundle(code, bundle, key().publicKey, signer) });
  },

  /** Both headers of a signed retry, for the answer 202. */
  sign: async () => {
    const { payloadToSign, requestId } = answer();
    return `${await stamp(payloadToSign)}\nRequest-Id: ${requestId}`;
  },

  /** The one header that executes a quote. */
  'sign-quote': () => stamp(answer().paymentInstructions.map((one) => one.accountOrWalletInfo.payloadToSign).find(Boolean)),

  /** The `nonce` that an ID token must bear for this key: the hash of the text that is sent as clientPublicKey. */
  nonce: ([form = 'publicKey']) => createHash('sha256').update(key()[form]).digest('hex'),

  /** The session's key that was sealed to this one. */
  'open-session': () => {
    const privateKey = decryptCredentialBundle(answer().encryptedSessionSigningKey, key().privateKey);
    return JSON.stringify({ privateKey, publicKey: Buffer.from(getPublicKey(privateKey)).toString('hex') });
  },

  /** The words of an exported wallet. The sandbox does not sign its exports. */
  'open-export': async () => {
    const { id, encryptedWalletCredentials: exportBundle } = answer();
    const [{ data, dataSignature }, embeddedKey] = [JSON.parse(exportBundle), key().privateKey];
    const organizationId = id.slice('InternalAccount:'.length);
    const options = { organizationId, dangerouslyOverrideSignerPublicKey: signer, returnMnemonic: true };
    if (dataSignature) return decryptExportBundle({ exportBundle, embeddedKey, ...options });
    const { encappedPublic, ciphertext } = JSON.parse(Buffer.from(data, 'hex'));
    const sealed = { encappedKeyBuf: hex(encappedPublic), ciphertextBuf: hex(ciphertext) };
    return Buffer.from(hpkeDecrypt({ ...sealed, receiverPriv: embeddedKey })).toString();
  },
};

async function stamp(text) {
  const { publicKey: apiPublicKey, privateKey: apiPrivateKey } = key();
  const { stampHeaderValue } = await new ApiKeyStamper({ apiPublicKey, apiPrivateKey }).stamp(text);
  return `Service-Wallet-Signature: ${stampHeaderValue}`;
}

console.log(await commands[command](rest));
