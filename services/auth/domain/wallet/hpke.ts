// Encryption to a P-256 key: HPKE (RFC 9180) in base mode, a single message, with the parameters of wallet clients.
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { publicPoint } from './keys.ts';

export interface Sealed {
  /** The sender's point, 65 bytes. */
  readonly encapsulated: Buffer;
  /** Ends with the tag. */
  readonly ciphertext: Buffer;
}

/** Encrypts to an uncompressed point. `ephemeral`: the sender's scalar, for test vectors; otherwise random. */
export async function seal(plain: Uint8Array, recipient: Uint8Array, ephemeral?: Uint8Array): Promise<Sealed> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(copyOf(recipient));
  const ekm = ephemeral && (await keyPairOf(ephemeral));
  const sender = await suite.createSenderContext({ recipientPublicKey, info, ...(ekm && { ekm }) });
  const encapsulated = Buffer.from(sender.enc);
  const ciphertext = await sender.seal(copyOf(plain), boundTo(encapsulated, recipient));
  return { encapsulated, ciphertext: Buffer.from(ciphertext) };
}

/** Decrypts with a private scalar. Undefined for a wrong key or a changed message. */
export async function open({ encapsulated, ciphertext }: Sealed, scalar: Uint8Array): Promise<Buffer | undefined> {
  const recipientKey = await keyPairOf(scalar);
  try {
    const recipient = await suite.createRecipientContext({ recipientKey, enc: copyOf(encapsulated), info });
    return Buffer.from(await recipient.open(copyOf(ciphertext), boundTo(encapsulated, publicPoint(scalar))));
  } catch {
    return undefined;
  }
}

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
const info = new TextEncoder().encode('turnkey_hpke');

/** Both uncompressed points are authenticated with the message. */
function boundTo(encapsulated: Uint8Array, recipient: Uint8Array): ArrayBuffer {
  return copyOf(Buffer.concat([encapsulated, recipient]));
}

async function keyPairOf(scalar: Uint8Array): Promise<CryptoKeyPair> {
  const [privateKey, publicKey] = await Promise.all([
    suite.kem.deserializePrivateKey(copyOf(scalar)),
    suite.kem.deserializePublicKey(copyOf(publicPoint(scalar))),
  ]);
  return { privateKey, publicKey };
}

/** The library uses whole buffers, but ours are often views of larger ones. */
function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
