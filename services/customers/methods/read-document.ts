// ReadDocument: the content of a document, for reviewers.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { DocumentDirectoryService } from '../../../gen/payments/customers/v1/document_directory_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { readParts } from '../blobs/sealed-parts.ts';
import type { CustomersMethod } from '../context.ts';
import { typeIn } from '../domain/document.ts';
import { findDocument } from '../steps/find-holder.ts';

export const readDocument: CustomersMethod<typeof DocumentDirectoryService.method.readDocument> = async (request, context) => {
  const { parts } = await findDocument(request.documentId, context);
  const { key } = parts[0].blob;
  const version = key.slice(key.lastIndexOf('/') + 1);
  if (request.version !== undefined && request.version !== version) {
    throw fail(ErrorCode.CONFLICT, 'The document has been replaced. Read it from the start.', { reason: 'DOCUMENT_REPLACED' });
  }
  const position = Number(request.position);
  const content = (await upTo(bytesMax, readParts(context.blobs, parts, position))).subarray(0, bytesMax);
  const head = position === 0 ? content : await upTo(1, readParts(context.blobs, parts, 0));
  const contentType = typeIn(head) ?? 'application/octet-stream';
  const end = position + content.length;
  const isEnd = end >= parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return { content, version, contentType, ...(!isEnd && { nextPosition: BigInt(end) }) };
};

const bytesMax = 1024 * 1024;

/** The first bytes of a stream: at least this many, unless it is shorter. */
async function upTo(bytes: number, stream: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    held.push(piece);
    length += piece.length;
    if (length >= bytes) break;
  }
  return new Uint8Array(Buffer.concat(held));
}
