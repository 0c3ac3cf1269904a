// Encryption at rest: every secret value under a key of its own purpose, with the id of the master key that it was sealed with.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface Secrets {
  /** Encrypts a value. `purpose` separates keys, and a value sealed for one purpose opens for no other. */
  seal(plain: string | Uint8Array, purpose: string): Buffer;
  /** Throws when the value was changed, was sealed for another purpose, or its master key is gone. */
  open(sealed: Uint8Array, purpose: string): Buffer;
  /** A keyed hash: finds equal values without showing them. */
  mac(text: string, purpose: string): Buffer;
  /** A key for a purpose of its own, 32 bytes: the same in every process that has the master key. */
  keyFor(purpose: string): Buffer;
}

/** `masterKeys`: 32 bytes each, the present one first; those after it still open what they sealed. Hashes are made with the oldest. */
export function openSecrets(masterKeys: readonly [Buffer, ...Buffer[]]): Secrets {
  const rings = masterKeys.map((masterKey) => ({ id: idOf(masterKey), derive: deriver(masterKey) }));
  const [present] = rings as [Ring, ...Ring[]];
  const oldest = rings.at(-1) ?? present;

  return {
    seal: (plain, purpose) => seal(plain, present, purpose),
    open: (sealed, purpose) => open(Buffer.from(sealed), rings, purpose),
    mac: (text, purpose) =>
      createHmac('sha256', oldest.derive(`mac:${purpose}`))
        .update(text)
        .digest(),
    keyFor: (purpose) => oldest.derive(`key:${purpose}`),
  };
}

interface Ring {
  readonly id: Buffer;
  readonly derive: (purpose: string) => Buffer;
}

const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** Layout: id of the master key (4), nonce (12), tag (16), ciphertext. */
function seal(plain: string | Uint8Array, { id, derive }: Ring, purpose: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, derive(`seal:${purpose}`), nonce);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([id, nonce, cipher.getAuthTag(), text]);
}

function open(sealed: Buffer, rings: readonly Ring[], purpose: string): Buffer {
  const ring = rings.find(({ id }) => id.equals(sealed.subarray(0, idBytes)));
  if (!ring) throw new Error('A sealed value needs a master key that this process does not have.');
  const nonce = sealed.subarray(idBytes, idBytes + nonceBytes);
  const decipher = createDecipheriv(algorithm, ring.derive(`seal:${purpose}`), nonce);
  decipher.setAuthTag(sealed.subarray(idBytes + nonceBytes, idBytes + nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(idBytes + nonceBytes + tagBytes)), decipher.final()]);
}

function idOf(masterKey: Buffer): Buffer {
  return createHash('sha256').update('id of master key').update(masterKey).digest().subarray(0, idBytes);
}

/** HKDF per purpose, remembered: purposes are few. */
function deriver(masterKey: Buffer): (purpose: string) => Buffer {
  const known = new Map<string, Buffer>();
  return (purpose) => {
    const key = known.get(purpose) ?? Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));
    known.set(purpose, key);
    return key;
  };
}
