// Stores the content of a document in the blob store, sealed, and never leaves blobs without a document.
import { randomBytes } from 'node:crypto';
import type { UploadedFile } from '../../../gen/payments/common/v1/upload_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { sealedLength, sealStream } from '../blobs/sealed-stream.ts';
import type { CustomersContext } from '../context.ts';
import { bytesOf, type Document, refuseOtherTypes, screenInSandbox, tidyFileName } from '../domain/document.ts';
import type { CustomersRows } from '../store/store.ts';
import { discardBlobJob } from './blob-jobs.ts';
import { adoptUpload, readUpload, refuseUnkept } from './uploads.ts';

export type KeptFile = Pick<Document, 'fileName' | 'parts' | 'uploadId'>;

/** Throws the error of the first check. */
export function inspectFile(file: UploadedFile, { caller }: CustomersContext): void {
  const { environment } = caller;
  if (environment === 'sandbox') screenInSandbox(tidyFileName(file.fileName));
}

/** Throws INVALID_INPUT for an incomplete upload, or an unsupported type. */
export async function refuseFile(file: UploadedFile, context: CustomersContext): Promise<void> {
  const { uploadId } = file;
  if (uploadId !== undefined) await refuseUnkept({ uploadId, bytes: bytesOf(file) }, context);
  refuseOtherTypes(await headOf(file, context), file, context.caller.environment);
}

async function headOf(file: UploadedFile, context: CustomersContext): Promise<Uint8Array> {
  for await (const piece of contentOf(file, context)) return piece;
  return file.content;
}

/** The bytes of a file, complete or in parts. */
function contentOf({ uploadId, content }: UploadedFile, context: CustomersContext): AsyncGenerator<Uint8Array> {
  return uploadId === undefined ? piecesOf(content) : readUpload(uploadId, 0, context);
}

/**
 * Writes a document with its file. A complete file gets its own blob and key. The job that would delete the blob is added first, and finds
 * it in use unless the process died before it wrote the document. The parts of an uploaded file become blobs of the document in its
 * transaction, unchanged.
 */
export async function withFile<T>(
  { file, documentId }: { readonly file: UploadedFile; readonly documentId: string },
  context: CustomersContext,
  write: (rows: CustomersRows, kept: KeptFile) => Promise<T>,
): Promise<T> {
  const { store, caller } = context;
  const { uploadId } = file;
  const fileName = tidyFileName(file.fileName);
  const stored = uploadId === undefined ? await storeWhole(file.content, documentId, context) : undefined;
  const written = await store.write(async (rows) => {
    const upload = { platformId: caller.platformId, uploadId: uploadId ?? '', bytes: bytesOf(file) };
    const parts = stored ?? (await adoptUpload(rows, upload));
    return write(rows, { fileName, uploadId, parts });
  });
  reached('document written');
  return written;
}

async function storeWhole(content: Uint8Array, documentId: string, context: CustomersContext): Promise<Document['parts']> {
  const { store, blobs, ids, caller } = context;
  const blob = { key: `documents/${caller.platformId}/${ids.next()}`, seal: randomBytes(32) };
  const unused = discardBlobJob(context, { blobKey: blob.key, documentId, delayMs: unusedMs });
  await store.write((rows) => rows.jobs.add(unused));
  const bytes = content.length;
  await blobs.put(blob.key, { bytes: sealedLength(bytes), content: sealStream(blob.seal, piecesOf(content)) });
  reached('file kept');
  return [{ bytes, blob }];
}

/** The document that already uses the parts of this file, because the call is a repeat. */
export async function adopterOf(
  { uploadId }: UploadedFile,
  documentId: string | undefined,
  { store, caller }: CustomersContext,
): Promise<Document | undefined> {
  if (uploadId === undefined || documentId === undefined) return undefined;
  const document = await store.documents.find(caller.platformId, documentId);
  return document?.uploadId === uploadId ? document : undefined;
}

/** How long a blob may exist before its document. */
const unusedMs = 60 * 60 * 1000;
const pieceBytes = 64 * 1024;

async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += pieceBytes) yield content.subarray(start, start + pieceBytes);
}
