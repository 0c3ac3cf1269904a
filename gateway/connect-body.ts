// Bodies of Connect and gRPC-Web: read when the caller is admitted, bounded in size, time and what their messages hold.
import type { IncomingMessage } from 'node:http';
import type { DescMessage } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { refusalFrom, toConnectError } from '../services/kit/messages/fail.ts';
import { decode } from '../services/kit/rpc/decode.ts';
import { waitFor } from '../services/kit/rpc/large-messages.ts';
import { countFields, countJsonFields, messageBytesMax } from '../services/kit/rpc/message-bounds.ts';

const requestMs = 30_000;

/** The bytes of the body, in one piece; nothing is read before somebody asks for it. Throws a `ConnectError`. */
export async function* boundedBody(raw: IncomingMessage, input: DescMessage): AsyncGenerator<Uint8Array> {
  const late = setTimeout(() => raw.destroy(), requestMs);
  const bytes = await readAll(raw).finally(() => clearTimeout(late));
  try {
    await waitFor(fieldsIn(bytes, { type: raw.headers['content-type'] ?? '', input }));
  } catch (error) {
    const refusal = refusalFrom(error);
    throw refusal ? toConnectError(refusal) : error;
  }
  yield bytes;
}

async function readAll(raw: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > messageBytesMax)
      throw new ConnectError(`The body is larger than ${messageBytesMax} bytes.`, Code.ResourceExhausted);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function fieldsIn(bytes: Buffer, { type, input }: { readonly type: string; readonly input: DescMessage }): number {
  const isJson = /\bjson\b/.test(type);
  const message = type.startsWith('application/grpc-web') ? bytes.subarray(envelopeBytes) : bytes;
  if (isJson) return countJsonFields(parse(message));
  const fields = countFields(input, message);
  decode(input, message); // the library would call a malformed message a failure of ours
  return fields;
}

/** A flag and the length of the message. A unary request has one message; the library refuses others. */
const envelopeBytes = 5;

/** Undefined for what is no JSON, which the library says in its own words. */
function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
