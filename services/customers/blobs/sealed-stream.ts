// Encrypts large objects in segments, so that none must be in memory as a whole: AES-256-GCM.
import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Plaintext bytes in every segment except the last. */
const segmentBytes = 64 * 1024;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** The length of a sealed object of this length: a tag per segment, and at least one segment. */
export function sealedLength(plainBytes: number): number {
  return plainBytes + tagBytes * Math.max(1, Math.ceil(plainBytes / segmentBytes));
}

/**
 * Seals a stream. `key` is 32 random bytes for this object only, because nonces are counted from zero. The last nonce has a flag (the
 * STREAM construction), so that segments can neither be removed nor moved.
 */
export async function* sealStream(key: Uint8Array, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { segment, nonce } of segmentsOf(plain, segmentBytes)) {
    const cipher = createCipheriv(algorithm, key, nonce);
    const text = Buffer.concat([cipher.update(segment), cipher.final()]);
    yield Buffer.concat([text, cipher.getAuthTag()]);
  }
}

/** Opens the output of `sealStream`. Emits a segment only after its tag was verified. Throws if anything was changed. */
export async function* openStream(key: Uint8Array, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { segment, nonce } of segmentsOf(sealed, segmentBytes + tagBytes)) {
    if (segment.length < tagBytes) throw new Error('A sealed object ends too early.');
    const decipher = createDecipheriv(algorithm, key, nonce);
    decipher.setAuthTag(segment.subarray(-tagBytes));
    yield Buffer.concat([decipher.update(segment.subarray(0, -tagBytes)), decipher.final()]);
  }
}

interface Segment {
  readonly segment: Buffer;
  readonly nonce: Buffer;
}

/** Splits a stream into pieces of one size. A piece is emitted when the next byte shows that it is not the last. */
async function* segmentsOf(stream: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Segment> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let count = 0;
  for await (const chunk of stream) {
    held.push(Buffer.from(chunk));
    heldBytes += chunk.length;
    if (heldBytes <= size) continue;
    let rest = Buffer.concat(held, heldBytes);
    for (; rest.length > size; rest = rest.subarray(size)) {
      yield { segment: rest.subarray(0, size), nonce: nonceOf(count++, false) };
    }
    held = [rest];
    heldBytes = rest.length;
  }
  yield { segment: Buffer.concat(held, heldBytes), nonce: nonceOf(count, true) };
}

/** Eleven bytes of the segment number, and the flag for the last one. */
function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
