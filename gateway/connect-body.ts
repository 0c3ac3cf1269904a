// Bodies of Connect and gRPC-Web: read after the caller is admitted, with limits on size, time, memory and content.
import { isUtf8 } from 'node:buffer';
import { type DescMessage, fromJsonString, type Message } from '@bufbuild/protobuf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorCode } from '../gen/payments/common/v1/error_pb.ts';
import type { Caller } from '../services/kit/core/caller.ts';
import { decode } from '../services/kit/messages/decode.ts';
import { fail, refusalFrom } from '../services/kit/messages/fail.ts';
import { type HeldMemory, holdMessage } from '../services/kit/messages/held-memory.ts';
import { waitFor } from '../services/kit/messages/large-messages.ts';
import { countFields, messageBytesMax, tooLarge } from '../services/kit/messages/message-bounds.ts';
import { declaredBytesOf, heldUntilAnswered, readBody } from '../services/kit/messages/request-body.ts';
import { toRefusedCall } from '../services/kit/rpc/gate.ts';
import { errorCodeOf } from '../services/kit/rpc/grpc-answers.ts';
import { countJsonFields } from './json-bounds.ts';

const requestMs = 30_000;
/** A flag and the length of the message. */
const envelopeBytes = 5;

/** A body that is read and decoded on demand. Throws a `ConnectError`. */
export class ConnectBody implements AsyncIterable<Uint8Array> {
  readonly #request: FastifyRequest;
  readonly #input: DescMessage;
  readonly #isJson: boolean;
  readonly #isWeb: boolean;
  readonly #declaredBytes: number;
  readonly reply: FastifyReply;
  /** The decoded message, after the body was read. */
  message: Message | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, input: DescMessage) {
    const type = request.headers['content-type'] ?? '';
    this.#request = request;
    this.reply = reply;
    this.#input = input;
    this.#declaredBytes = declaredBytesOf(request.raw);
    delete request.raw.headers['content-length']; // the library would compare it with the empty message
    this.#isJson = /\bjson\b/.test(type);
    this.#isWeb = type.startsWith('application/grpc-web');
  }

  /** Called with the sender, when it is known. */
  admit(caller: Caller): void {
    this.#request.caller = caller;
  }

  /** Called with the error of the response. */
  fail(error: unknown): void {
    this.#request.errorCode = errorCodeOf(error);
  }

  get #platformId(): string {
    return this.#request.caller?.platformId ?? '';
  }

  /** Yields an empty message: the library would decode the real one again, and report a malformed one as an internal error. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const { raw } = this.#request;
    const late = setTimeout(() => raw.destroy(), requestMs);
    raw.once('close', () => clearTimeout(late));
    try {
      const held = heldUntilAnswered(this.reply.raw, holdMessage(this.#platformId));
      const bytes = await this.#read(held);
      await waitFor(this.#platformId, this.#count(bytes));
      this.message = this.#decode(bytes);
    } catch (error) {
      const refusal = refusalFrom(error);
      this.fail(error);
      throw refusal ? toRefusedCall(refusal) : error;
    }
    yield this.#standIn();
  }

  #read(held: HeldMemory): Promise<Buffer> {
    const bytesMax = messageBytesMax;
    const refuseBeginning = (bytes: Buffer) => void this.#count(bytes);
    const declaredBytes = this.#declaredBytes;
    return readBody(this.#request.raw, { declaredBytes, bytesMax, tooLarge: () => tooLarge(bytesMax), held, refuseBeginning });
  }

  #count(bytes: Buffer): number {
    const message = this.#isWeb ? bytes.subarray(envelopeBytes) : bytes;
    return this.#isJson ? countJsonFields(message) : countFields(this.#input, message);
  }

  #decode(bytes: Buffer): Message {
    const message = this.#isWeb ? openEnvelope(bytes) : bytes;
    return this.#isJson ? decodeJson(this.#input, message) : decode(this.#input, message);
  }

  #standIn(): Uint8Array {
    const empty = Buffer.from(this.#isJson ? '{}' : '');
    return this.#isWeb ? Buffer.concat([Buffer.from([0, 0, 0, 0, empty.length]), empty]) : empty;
  }
}

/** The one message of a unary request. */
function openEnvelope(bytes: Buffer): Buffer {
  const isWhole = bytes.length >= envelopeBytes && bytes[0] === 0 && bytes.readUInt32BE(1) === bytes.length - envelopeBytes;
  if (!isWhole) throw fail(ErrorCode.INVALID_INPUT, 'The body is not one message that is not compressed.');
  return bytes.subarray(envelopeBytes);
}

/** Decodes Protobuf JSON. The decoder itself would replace bytes that are not UTF-8. */
function decodeJson(desc: DescMessage, bytes: Buffer): Message {
  if (!isUtf8(bytes)) throw fail(ErrorCode.INVALID_INPUT, 'The body is not valid UTF-8.');
  try {
    return fromJsonString(desc, bytes.toString(), { ignoreUnknownFields: true });
  } catch (cause) {
    throw Object.assign(fail(ErrorCode.INVALID_INPUT, `The request is not a valid ${desc.typeName}.`), { cause });
  }
}
