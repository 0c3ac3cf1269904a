// Files uploaded in parts: stored sealed in the blob store, read from any position, deleted when unused.
import { randomBytes } from 'node:crypto';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { UploadPart as UploadPartMessage } from '../../../gen/payments/common/v1/upload_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { duplicate } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { readParts } from '../blobs/sealed-parts.ts';
import { sealedLength, sealStream } from '../blobs/sealed-stream.ts';
import type { CustomersContext } from '../context.ts';
import type { Document } from '../domain/document.ts';
import type { CustomersRows } from '../store/store.ts';
import type { Upload, UploadPart } from '../store/upload-parts.ts';
import { discardBlobJob } from './blob-jobs.ts';

type Part = Pick<UploadPartMessage, 'uploadId' | 'number' | 'content'>;

/** How long an upload may wait for its import or document. */
const unnamedMs = 60 * 60 * 1000;

/** First adds the job that would delete it. Throws CONFLICT if a part with this number exists. */
export async function keepPart({ uploadId, number, content }: Part, context: CustomersContext): Promise<void> {
  const { store, blobs, ids, caller } = context;
  const blob = { key: `uploads/${caller.platformId}/${ids.next()}`, seal: randomBytes(32) };
  const part = { uploadId, platformId: caller.platformId, number, bytes: content.length, blob, isStored: false };
  const isNew = await store.write(async (rows) => {
    await rows.jobs.add(discardUploadJob(context, uploadId, unnamedMs));
    return rows.uploadParts.insert(part);
  });
  if (!isNew) throw duplicate(ErrorCode.CONFLICT, `Part ${number} of this upload already exists.`);
  reached('upload part noted');
  await blobs.put(blob.key, { bytes: sealedLength(content.length), content: sealStream(blob.seal, whole(content)) });
  reached('upload part stored');
  await store.uploadParts.markStored(part);
}

/** Throws INVALID_INPUT unless all parts of a file exist. */
export async function refuseUnkept(
  { uploadId, bytes }: { readonly uploadId: string; readonly bytes: number },
  { store, caller }: CustomersContext,
): Promise<void> {
  if (!isWhole(await store.uploadParts.of({ platformId: caller.platformId, uploadId }), bytes)) throw incomplete();
}

/**
 * Moves the parts of a file to the document that is written in this transaction, without changing the blobs. Throws INVALID_INPUT unless
 * all exist, or if an import uses them.
 */
export async function adoptUpload(rows: CustomersRows, { bytes, ...upload }: WholeUpload): Promise<Document['parts']> {
  const isImported = await rows.customerImports.isNamed(upload, { isOpen: true });
  return wholeFile(isImported ? [] : await rows.uploadParts.take(upload), bytes);
}

export interface WholeUpload extends Upload {
  /** Total of all parts. */
  readonly bytes: number;
}

/** Removes an upload with its blobs. In a transaction. */
export async function discardUpload(rows: CustomersRows, uploadId: string, context: CustomersContext): Promise<void> {
  const parts = await rows.uploadParts.take({ platformId: context.caller.platformId, uploadId });
  await rows.jobs.addMany(parts.map(({ blob }) => discardBlobJob(context, { blobKey: blob.key })));
}

function wholeFile(parts: readonly UploadPart[], bytes: number): Document['parts'] {
  const [first, ...others] = parts.map((part) => ({ bytes: part.bytes, blob: part.blob }));
  if (first && isWhole(parts, bytes)) return [first, ...others];
  throw incomplete();
}

/** An empty file has no parts. */
function isWhole(parts: readonly UploadPart[], bytes: number): boolean {
  const stored = parts.reduce((sum, part) => sum + part.bytes, 0);
  return stored === bytes && parts.every(({ number, isStored }, index) => isStored && number === index);
}

const incomplete = () => invalidInput([{ field: 'file', message: 'was not uploaded completely' }]);

/** The bytes of a file from a position on. */
export async function* readUpload(uploadId: string, position: number, context: CustomersContext): AsyncGenerator<Uint8Array> {
  const { store, blobs, caller } = context;
  yield* readParts(blobs, await store.uploadParts.of({ platformId: caller.platformId, uploadId }), position);
}

/** Deletes an upload; with a delay, unless an import uses it by then. */
export function discardUploadJob(context: CustomersContext, uploadId: string, delayMs = 0): NewJob {
  const { caller, clock, requestId } = context;
  const key = delayMs ? `${uploadId} unnamed` : uploadId;
  const runAt = new Date(clock.now().getTime() + delayMs);
  return { kind: 'discard-upload', key, caller, payload: { uploadId }, runAt, requestId };
}

async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
