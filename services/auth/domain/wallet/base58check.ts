// Base58 with a checksum, as Bitcoin writes keys, without a version byte.
import { createHash } from 'node:crypto';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const checksumBytes = 4;

/** The text of some bytes and their checksum. */
export function toBase58Check(payload: Uint8Array): string {
  return toBase58(Buffer.concat([payload, checksumOf(payload)]));
}

/** The bytes of such a text; undefined when a character is foreign or the checksum is wrong. */
export function fromBase58Check(text: string): Buffer | undefined {
  const bytes = fromBase58(text);
  const payload = bytes?.subarray(0, -checksumBytes);
  const isWhole = bytes && payload && bytes.length > checksumBytes && checksumOf(payload).equals(bytes.subarray(-checksumBytes));
  return isWhole ? payload : undefined;
}

function checksumOf(payload: Uint8Array): Buffer {
  return sha256(sha256(payload)).subarray(0, checksumBytes);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** Each leading zero byte is one leading `1`. */
function toBase58(bytes: Buffer): string {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  let digits = '';
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n)
    digits = `${alphabet[Number(rest % 58n)]}${digits}`;
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + digits;
}

function fromBase58(text: string): Buffer | undefined {
  let number = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return undefined;
    number = number * 58n + BigInt(digit);
  }
  const hex = number === 0n ? '' : number.toString(16);
  const [ones = ''] = /^1*/.exec(text) ?? [];
  return Buffer.concat([Buffer.alloc(ones.length), Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')]);
}
