// Encryption of large objects piece by piece, so that none has to be in memory whole: AES-256-GCM over segments.
import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Of the plain text in every segment but the last. */
const segmentBytes = 64 * 1024;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** How long an object of this length becomes: a tag for each segment, and one segment at least. */
export function sealedLength(plainBytes: number): number {
  return plainBytes + tagBytes * Math.max(1, Math.ceil(plainBytes / segmentBytes));
}

/**
 * Seals a stream. `key` is 32 random bytes that seal this one object and no other: nonces are counted from zero. The last nonce says
 * that it is the last (the STREAM construction), so that segments can be neither cut off nor moved.
 */
export async function* sealStream(key: Uint8Array, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { segment, nonce } of segmentsOf(plain, segmentBytes)) {
    const cipher = createCipheriv(algorithm, key, nonce);
    const text = Buffer.concat([cipher.update(segment), cipher.final()]);
    yield Buffer.concat([text, cipher.getAuthTag()]);
  }
}

/** Opens what `sealStream` sealed. Nothing of a segment comes out before its tag was checked; throws when anything was changed. */
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

/** Cuts a stream into pieces of one size. A piece is held back until the next byte shows that it is not the last. */
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

/** Eleven bytes of the segment's number, and one that says whether it is the last. */
function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
