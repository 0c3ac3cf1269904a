// Bodies of Connect and gRPC-Web: read after the caller is admitted, with limits on size, time and content.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { DescMessage } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorCode } from '../gen/payments/common/v1/error_pb.ts';
import { decode } from '../services/kit/messages/decode.ts';
import { fail, refusalFrom, toConnectError } from '../services/kit/messages/fail.ts';
import { waitFor } from '../services/kit/messages/large-messages.ts';
import { countFields, messageBytesMax } from '../services/kit/messages/message-bounds.ts';
import { countJsonFields } from './json-bounds.ts';

const requestMs = 30_000;
/** Too many fields are detected at the start of a message, so the rest is not kept. */
const beginningBytes = 64 * 1024;
/** A flag and the length of the message. A unary request has one message; the library refuses more. */
const envelopeBytes = 5;

/** The bytes of a body in one piece, read on demand. Throws a `ConnectError`. */
export class ConnectBody implements AsyncIterable<Uint8Array> {
  readonly #raw: IncomingMessage;
  readonly #input: DescMessage;
  readonly #isJson: boolean;
  readonly #isWeb: boolean;
  /** The sender, when it is known. */
  platformId = '';

  constructor(raw: IncomingMessage, input: DescMessage) {
    const type = raw.headers['content-type'] ?? '';
    this.#raw = raw;
    this.#input = input;
    this.#isJson = /\bjson\b/.test(type);
    this.#isWeb = type.startsWith('application/grpc-web');
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const late = setTimeout(() => this.#raw.destroy(), requestMs);
    this.#raw.once('close', () => clearTimeout(late));
    try {
      const bytes = await this.#read();
      await waitFor(this.platformId, this.#count(bytes));
      this.#check(bytes);
      yield bytes;
    } catch (error) {
      this.#raw.resume(); // drops the rest: closing the connection immediately would lose the response
      const refusal = refusalFrom(error);
      throw refusal ? toConnectError(refusal) : error;
    }
  }

  async #read(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.#raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const isBeginning = length < beginningBytes;
      length += chunk.length;
      if (length > messageBytesMax)
        throw new ConnectError(`The body is larger than ${messageBytesMax} bytes.`, Code.ResourceExhausted);
      chunks.push(chunk);
      if (isBeginning && length >= beginningBytes) this.#count(Buffer.concat(chunks, length));
    }
    return Buffer.concat(chunks, length);
  }

  #count(bytes: Buffer): number {
    return this.#isJson ? countJsonFields(this.#messageIn(bytes)) : countFields(this.#input, this.#messageIn(bytes));
  }

  /** The library would replace invalid UTF-8, and report a malformed message as an internal error. */
  #check(bytes: Buffer): void {
    if (!this.#isJson) decode(this.#input, this.#messageIn(bytes));
    else if (!isUtf8(this.#messageIn(bytes))) throw fail(ErrorCode.INVALID_INPUT, 'The body is not valid UTF-8.');
  }

  #messageIn(bytes: Buffer): Buffer {
    return this.#isWeb ? bytes.subarray(envelopeBytes) : bytes;
  }
}
