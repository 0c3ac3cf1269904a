// Files that are too large for one message: sent to their service in parts while they arrive, before the call that refers to them.
import { create, type DescField, type DescMethodUnary, type Message } from '@bufbuild/protobuf';
import { type UploadPart, UploadPartSchema } from '../../../gen/payments/common/v1/upload_pb.ts';
import { field as fieldRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { MappingMistake } from './json/problems.ts';
import { isUnary, optionOf } from './options.ts';

/** Calls a method of the service for the sender of the form. */
export type SendPart = (method: DescMethodUnary, message: Message) => Promise<unknown>;

/** A larger file does not fit one message. */
export const partBytes = 1024 * 1024;
/** What a file that is handed over has in memory at most: two parts, and what comes meanwhile. */
export const handedOverBytesMax = 2 * partBytes + 64 * 1024;

/** The method that stores the parts of this file. Undefined for a file that is sent in one message. */
export function partsMethodOf(field: DescField): DescMethodUnary | undefined {
  const name = optionOf(field, fieldRule)?.partsTo;
  if (!name) return undefined;
  const users = field.parent.file.services.flatMap(({ methods }) => methods);
  const found = users.find((method) => method.name === name);
  if (found && isUnary(found) && found.input.typeName === UploadPartSchema.typeName) return found;
  throw new MappingMistake(`parts_to of '${field.name}' names no RPC that takes an UploadPart.`);
}

/** How the call refers to a file: the upload id of its parts, or the content of a file that is not larger than a part. */
export type Handed = { readonly uploadId: string; readonly bytes: bigint } | { readonly content: Uint8Array };

/** Forwards a file up to its limit, with at most two parts in memory. Undefined if it is larger; the rest is read and dropped. */
export async function handOver(
  file: AsyncIterable<Uint8Array>,
  { method, maxBytes }: { readonly method: DescMethodUnary; readonly maxBytes: number },
  ask: SendPart,
): Promise<Handed | undefined> {
  const uploadId = crypto.randomUUID();
  const send = (number: number, content: Uint8Array) => ask(method, create(UploadPartSchema, { uploadId, number, content }));
  let latest: Uint8Array = new Uint8Array(); // sent when another part arrives, or at the end; a single part is sent with the call
  let sent = 0;
  let bytes = 0;
  for await (const content of partsOf(file)) {
    bytes += content.length;
    if (bytes > maxBytes) continue;
    if (latest.length > 0) await send(sent++, latest);
    latest = content;
  }
  if (bytes > maxBytes) return undefined;
  if (sent === 0) return { content: latest };
  await send(sent, latest);
  return { uploadId, bytes: BigInt(bytes) };
}

/** Forwards a complete file in parts, however small, and returns the id of the upload. */
export async function handOverInParts(content: Uint8Array, send: (part: UploadPart) => Promise<unknown>): Promise<string> {
  const uploadId = crypto.randomUUID();
  for (let number = 0; number * partBytes < content.length; number++) {
    const piece = content.subarray(number * partBytes, (number + 1) * partBytes);
    await send(create(UploadPartSchema, { uploadId, number, content: piece }));
  }
  return uploadId;
}

/** Splits a file into parts of the exact size; the last one may be smaller. An empty file has none. */
async function* partsOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of file) {
    held.push(chunk);
    heldBytes += chunk.length;
    while (heldBytes >= partBytes) {
      const all = Buffer.concat(held, heldBytes);
      yield new Uint8Array(all.subarray(0, partBytes));
      held = [all.subarray(partBytes)];
      heldBytes -= partBytes;
    }
  }
  if (heldBytes > 0) yield new Uint8Array(Buffer.concat(held, heldBytes));
}
