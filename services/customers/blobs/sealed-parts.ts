// Reads files of several sealed objects from any position. Earlier parts are not read.
import type { SealedPart } from '../domain/document.ts';
import type { BlobStore } from './blob-store.ts';
import { openStream } from './sealed-stream.ts';

/** The bytes of a file from a position on. */
export async function* readParts(blobs: BlobStore, parts: readonly SealedPart[], position: number): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const { bytes, blob } of parts) {
    const skipped = position - start;
    start += bytes;
    if (skipped >= bytes) continue;
    yield* behind(skipped, openStream(blob.seal, blobs.get(blob.key)));
  }
}

/** A stream without its first bytes. They are opened too, because a seal can be checked only from its start. */
async function* behind(skipped: number, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let toSkip = Math.max(0, skipped);
  for await (const chunk of stream) {
    if (chunk.length > toSkip) yield toSkip ? chunk.subarray(toSkip) : chunk;
    toSkip = Math.max(0, toSkip - chunk.length);
  }
}
