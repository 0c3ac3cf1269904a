// A session's private key, encrypted to the key of the client.
import { base58check } from '../../../kit/core/base58check.ts';
import { open, type Sealed, seal } from './hpke.ts';
import { compressed, pointOf } from './keys.ts';

const pointBytes = 33;

/** `encryptedSessionSigningKey`: the sender's compressed point and the ciphertext. `recipient` is an uncompressed point. */
export async function sealSessionKey(scalar: Uint8Array, recipient: Uint8Array, ephemeral?: Uint8Array): Promise<string> {
  const sealed = await seal(scalar, recipient, ephemeral);
  return base58check.encode(Buffer.concat([shortened(sealed), sealed.ciphertext]));
}

/** Decrypts the key like a client. Undefined for another scalar. Throws for damaged text. */
export async function openSessionKey(text: string, scalar: Uint8Array): Promise<Buffer | undefined> {
  const bytes = Buffer.from(base58check.decode(text));
  const encapsulated = pointOf(bytes.toString('hex', 0, pointBytes));
  return encapsulated && open({ encapsulated, ciphertext: bytes.subarray(pointBytes) }, scalar);
}

function shortened({ encapsulated }: Sealed): Buffer {
  return Buffer.from(compressed(encapsulated.toString('hex')) ?? '', 'hex');
}
