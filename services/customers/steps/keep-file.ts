// Puts the bytes of a document into the blob store, sealed, so that none stay behind without a document.
import { randomBytes } from 'node:crypto';
import type { UploadedFile } from '../../../gen/payments/common/v1/upload_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { sealedLength, sealStream } from '../blobs/sealed-stream.ts';
import type { CustomersContext } from '../context.ts';
import { bytesOf, refuseOtherTypes, type SealedBlob, screenInSandbox, tidyFileName } from '../domain/document.ts';
import { discardUploadJob, readUpload, refuseUnkept } from './uploads.ts';

export interface KeptFile {
  readonly fileName: string;
  readonly blob: SealedBlob;
}

/** Throws what the first look at a file finds wrong. */
export function inspectFile(file: UploadedFile, { caller }: CustomersContext): void {
  const { environment } = caller;
  if (environment === 'sandbox') screenInSandbox(tidyFileName(file.fileName));
}

/** Throws INVALID_INPUT for a file that is not there whole, or of another type. */
export async function refuseFile(file: UploadedFile, context: CustomersContext): Promise<void> {
  const { uploadId } = file;
  if (uploadId !== undefined) await refuseUnkept({ uploadId, bytes: bytesOf(file) }, context);
  refuseOtherTypes(await headOf(file, context), file, context.caller.environment);
}

async function headOf(file: UploadedFile, context: CustomersContext): Promise<Uint8Array> {
  for await (const piece of contentOf(file, context)) return piece;
  return file.content;
}

/** The bytes of a file, whether it came whole or its parts went ahead. */
function contentOf({ uploadId, content }: UploadedFile, context: CustomersContext): AsyncGenerator<Uint8Array> {
  return uploadId === undefined ? piecesOf(content) : readUpload(uploadId, 0, context);
}

/**
 * Every file gets a place and a key of its own. The job that would take it away is left behind first: it finds the file used, unless
 * the process died before its document was written.
 */
export async function keepFile(file: UploadedFile, context: CustomersContext): Promise<KeptFile> {
  const { store, blobs, ids, caller } = context;
  const blob = { key: `documents/${caller.platformId}/${ids.next()}`, seal: randomBytes(32) };
  await store.write((rows) => rows.jobs.add(discardBlobJob(context, blob.key, unusedMs)));
  await blobs.put(blob.key, { bytes: sealedLength(bytesOf(file)), content: sealStream(blob.seal, contentOf(file, context)) });
  reached('file kept');
  return { fileName: tidyFileName(file.fileName), blob };
}

/** What takes the parts of a file away whose document is written; nothing for a file that came whole. */
export function discardPartsJobs({ uploadId }: UploadedFile, context: CustomersContext): NewJob[] {
  return uploadId === undefined ? [] : [discardUploadJob(context, uploadId)];
}

/** How long a file may be there before its document is. */
const unusedMs = 60 * 60 * 1000;
const pieceBytes = 64 * 1024;

/** Takes a blob away, unless a document has its bytes there. */
export function discardBlobJob(context: CustomersContext, blobKey: string, delayMs = 0): NewJob {
  const { caller, clock, requestId } = context;
  const key = delayMs ? `${blobKey} unused` : blobKey;
  const runAt = new Date(clock.now().getTime() + delayMs);
  return { kind: 'discard-blob', key, caller, payload: { blobKey }, runAt, requestId };
}

async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += pieceBytes) yield content.subarray(start, start + pieceBytes);
}
