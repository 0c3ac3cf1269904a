// ReadDocument: the bytes of a document, for those who review it.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { DocumentDirectoryService } from '../../../gen/payments/customers/v1/document_directory_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { openStream } from '../blobs/sealed-stream.ts';
import type { CustomersMethod } from '../context.ts';
import { typeIn } from '../domain/document.ts';
import { findDocument } from '../steps/find-holder.ts';

/** What is before the position is opened as well: a seal can only be checked from its beginning. */
export const readDocument: CustomersMethod<typeof DocumentDirectoryService.method.readDocument> = async (request, context) => {
  const { blob } = await findDocument(request.documentId, context);
  const version = blob.key.slice(blob.key.lastIndexOf('/') + 1);
  if (request.version !== undefined && request.version !== version) {
    throw fail(ErrorCode.CONFLICT, 'The document has been replaced. Read it from the start.', { reason: 'DOCUMENT_REPLACED' });
  }
  const position = Number(request.position);
  const { head, content, isEnd } = await stretchOf(openStream(blob.seal, context.blobs.get(blob.key)), position);
  const contentType = typeIn(head) ?? 'application/octet-stream';
  return { content, version, contentType, ...(!isEnd && { nextPosition: BigInt(position + content.length) }) };
};

const bytesMax = 1024 * 1024;

interface Stretch {
  /** The beginning of the whole. */
  readonly head: Uint8Array;
  readonly content: Uint8Array;
  readonly isEnd: boolean;
}

async function stretchOf(stream: AsyncIterable<Uint8Array>, position: number): Promise<Stretch> {
  const end = position + bytesMax;
  const held: Uint8Array[] = [];
  let head: Uint8Array | undefined;
  let start = 0;
  for await (const piece of stream) {
    head ??= piece;
    const requested = piece.subarray(Math.max(0, position - start), Math.max(0, end - start));
    if (requested.length > 0) held.push(requested);
    start += piece.length;
    if (start > end) break;
  }
  return { head: head ?? new Uint8Array(), content: new Uint8Array(Buffer.concat(held)), isEnd: start <= end };
}
