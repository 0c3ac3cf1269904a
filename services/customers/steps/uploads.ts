// Uploaded files that came in parts: kept sealed in the blob store, read from any place, taken away when nobody needs them.
import { randomBytes } from 'node:crypto';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { UploadPart as UploadPartMessage } from '../../../gen/payments/common/v1/upload_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { duplicate } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { openStream, sealedLength, sealStream } from '../blobs/sealed-stream.ts';
import type { CustomersContext } from '../context.ts';
import type { UploadPart } from '../store/upload-parts.ts';

type Part = Pick<UploadPartMessage, 'uploadId' | 'number' | 'content'>;

/** How long an upload may wait for the import or document that names it. */
const unnamedMs = 60 * 60 * 1000;

/** The job that would take it away is left behind first. Throws CONFLICT when there is a part with this number. */
export async function keepPart({ uploadId, number, content }: Part, context: CustomersContext): Promise<void> {
  const { store, blobs, ids, caller } = context;
  const blob = { key: `uploads/${caller.platformId}/${ids.next()}`, seal: randomBytes(32) };
  const part: UploadPart = { uploadId, platformId: caller.platformId, number, bytes: content.length, blob };
  const isNew = await store.write(async (rows) => {
    await rows.jobs.add(discardUploadJob(context, uploadId, unnamedMs));
    return rows.uploadParts.insert(part);
  });
  if (!isNew) throw duplicate(ErrorCode.CONFLICT, `Part ${number} of this upload already exists.`);
  reached('upload part noted');
  await blobs.put(blob.key, { bytes: sealedLength(content.length), content: sealStream(blob.seal, whole(content)) });
}

/** Throws INVALID_INPUT unless the parts of a file are all there. */
export async function refuseUnkept(
  { uploadId, bytes }: { readonly uploadId: string; readonly bytes: number },
  { store, caller }: CustomersContext,
): Promise<void> {
  const parts = await store.uploadParts.of(caller.platformId, uploadId);
  const kept = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (kept === bytes && parts.every(({ number }, index) => number === index)) return;
  throw invalidInput([{ field: 'file', message: 'was not uploaded completely' }]);
}

/** The bytes of a file from a position on. A part before it is not read. */
export async function* readUpload(uploadId: string, position: number, context: CustomersContext): AsyncGenerator<Uint8Array> {
  const { store, blobs, caller } = context;
  let start = 0;
  for (const { bytes, blob } of await store.uploadParts.of(caller.platformId, uploadId)) {
    const skipped = position - start;
    start += bytes;
    if (skipped >= bytes) continue;
    yield* behind(skipped, openStream(blob.seal, blobs.get(blob.key)));
  }
}

/** Takes an upload away. With a delay: unless an import needs it by then. */
export function discardUploadJob(context: CustomersContext, uploadId: string, delayMs = 0): NewJob {
  const { caller, clock, requestId } = context;
  const key = delayMs ? `${uploadId} unnamed` : uploadId;
  const runAt = new Date(clock.now().getTime() + delayMs);
  return { kind: 'discard-upload', key, caller, payload: { uploadId }, runAt, requestId };
}

async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** A stream without its first bytes. */
async function* behind(skipped: number, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let toSkip = Math.max(0, skipped);
  for await (const chunk of stream) {
    if (chunk.length > toSkip) yield toSkip ? chunk.subarray(toSkip) : chunk;
    toSkip = Math.max(0, toSkip - chunk.length);
  }
}
