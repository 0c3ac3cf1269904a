// Encryption at rest: every value is sealed for one column of one row, under a key for its purpose, and contains the id of its master key.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto';

/** Seals values under the master key. */
export interface Sealing {
  /** Encrypts a value. It can be opened only for the same place: a copy in another row or column is refused. */
  seal(plain: string | Uint8Array, place: Place): Buffer;
  /** Throws if the value was changed, was sealed for another place, or its master key is not available. */
  open(sealed: Uint8Array, place: Place): Buffer;
  /** The prefix of values sealed under the newest master key. All others can be resealed. */
  readonly keyId: Buffer;
  /** Keys for a separate purpose, 32 bytes each: the same in every process with the same master keys, the newest first. */
  keysFor(purpose: string): readonly [Buffer, ...Buffer[]];
}

/** Keyed hashes with the hash keys of one service. */
export interface Hashing {
  /** Finds equal values without revealing them. */
  mac(of: Hashed): Buffer;
  /** The hashes of a text under every key. One of them equals the stored result of `mac`. The first is the current one. */
  macs(of: Hashed): readonly [Buffer, ...Buffer[]];
  /** Whether `mac` created the hash of this text. Compares in constant time. */
  isMac(mac: Uint8Array, of: Hashed): boolean;
}

export type Secrets = Sealing & Hashing;

/** The place of a sealed value. */
export interface Place {
  /** The purpose: `accounts.mnemonic`. Each purpose has its own keys. */
  readonly purpose: string;
  /** Identifies the row. */
  readonly row: string;
}

export interface Hashed {
  readonly text: string;
  readonly purpose: string;
}

/** `masterKeys`: 32 bytes each, the newest first. The others open values that they sealed. */
export function openSecrets(masterKeys: readonly [Buffer, ...Buffer[]]): Sealing {
  const [newest, ...former] = [ringOf(masterKeys[0]), ...masterKeys.slice(1).map(ringOf)];
  const rings = [newest, ...former];
  return {
    seal: (plain, place) => seal(plain, newest, place),
    open: (sealed, place) => open(bufferOver(sealed), rings, place),
    keyId: newest.id,
    keysFor: (purpose) => [
      newest.derive(`key:${purpose}`).export(),
      ...former.map(({ derive }) => derive(`key:${purpose}`).export()),
    ],
  };
}

/** `rings` returns the keys at each call, the one for new hashes first. */
export function hashingWith(rings: () => readonly [Ring, ...Ring[]]): Hashing {
  const macs = (of: Hashed) => {
    const [newest, ...former] = rings();
    return [macOf(of, newest), ...former.map((ring) => macOf(of, ring))] as const;
  };
  return {
    mac: (of) => macOf(of, rings()[0]),
    macs,
    isMac: (mac, of) => macs(of).some((one) => one.length === mac.length && timingSafeEqual(one, mac)),
  };
}

/** A key, and the keys derived from it per purpose. */
export interface Ring {
  readonly id: Buffer;
  readonly derive: (purpose: string) => KeyObject;
}

export const ringOf = (key: Buffer): Ring => ({ id: idOf(key), derive: deriver(key) });

const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** Layout: id of the master key (4), then the layout of `encrypt`. */
function seal(plain: string | Uint8Array, { id, derive }: Ring, place: Place): Buffer {
  return Buffer.concat([id, encrypt(plain, derive(`seal:${place.purpose}`), place)]);
}

function open(sealed: Buffer, rings: readonly Ring[], place: Place): Buffer {
  const ring = rings.find(({ id }) => id.equals(sealed.subarray(0, idBytes)));
  if (!ring) throw new Error('No master key of this process opens the sealed value.');
  return decrypt(sealed.subarray(idBytes), ring.derive(`seal:${place.purpose}`), place);
}

/** AES-256-GCM with the place as associated data. Layout: nonce (12), tag (16), ciphertext. */
export function encrypt(plain: string | Uint8Array, key: KeyObject, place: Place): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(associated(place));
  const text = cipher.update(plain);
  cipher.final(); // returns no bytes
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

const nonces = Buffer.alloc(nonceBytes * 512);
let noncesUsed = nonces.length;

/** Random bytes, used once. Drawn in advance, because drawing them costs a third of sealing a value. */
function nextNonce(): Buffer {
  if (noncesUsed === nonces.length) {
    randomFillSync(nonces);
    noncesUsed = 0;
  }
  return nonces.subarray(noncesUsed, (noncesUsed += nonceBytes));
}

/** Throws unless the whole value, including its full tag, was created by `encrypt` for this place. */
export function decrypt(sealed: Buffer, key: KeyObject, place: Place): Buffer {
  const [tagAt, textAt] = [nonceBytes, nonceBytes + tagBytes];
  if (sealed.length < textAt) throw new Error('A sealed value is too short to authenticate.');
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, tagAt), { authTagLength: tagBytes });
  decipher.setAAD(associated(place)).setAuthTag(sealed.subarray(tagAt, textAt));
  const text = decipher.update(sealed.subarray(textAt));
  decipher.final(); // throws if the tag does not match, and returns no bytes
  return text;
}

/** The same bytes, not a copy. */
export const bufferOver = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function associated({ purpose, row }: Place): Buffer {
  return Buffer.from(JSON.stringify([purpose, row]));
}

/** Layout: id of the key (4), HMAC-SHA-256 (32). */
function macOf({ text, purpose }: Hashed, { id, derive }: Ring): Buffer {
  const hash = createHmac('sha256', derive(`mac:${purpose}`))
    .update(text)
    .digest();
  return Buffer.concat([id, hash]);
}

function idOf(key: Buffer): Buffer {
  return createHash('sha256').update('id of master key').update(key).digest().subarray(0, idBytes);
}

/** HKDF per purpose, cached, because there are few purposes. */
function deriver(key: Buffer): (purpose: string) => KeyObject {
  const known = new Map<string, KeyObject>();
  return (purpose) => {
    const derived = known.get(purpose) ?? createSecretKey(new Uint8Array(hkdfSync('sha256', key, '', purpose, 32)));
    known.set(purpose, derived);
    return derived;
  };
}
