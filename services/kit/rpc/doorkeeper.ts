// Admits gRPC calls on their metadata, before their message is read, and limits the size, memory and time of the message.
import { constants, type Http2Session, type ServerHttp2Stream } from 'node:http2';
import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { requestIdOf } from '../calls/call-headers.ts';
import type { InTurn } from '../calls/turns.ts';
import { fail, type Refusal } from '../messages/fail.ts';
import type { HeldMemory } from '../messages/held-memory.ts';
import { tooLarge } from '../messages/message-bounds.ts';
import { repeatedHeaderOf } from './repeated-headers.ts';

/** What an admitted call may send. */
export interface Allowance {
  readonly bytesMax: number;
  /** Absent for calls of our own processes. */
  readonly counted?: Counted;
  /** A call stream of another process of the installation: one stream that carries many calls. */
  readonly isLasting?: boolean;
}

export interface Counted {
  readonly held: HeldMemory;
  /** Limits concurrent decompression. */
  readonly inTurn: InTurn;
}

/** Admits or refuses a call. Its metadata already has an `x-request-id`. `peer`: address with port. */
export type Admit = (metadata: Metadata, peer: string) => Promise<Allowance>;

export interface DoorkeeperOptions {
  /** Called when the headers of a call have arrived. */
  readonly arrive: (metadata: Metadata) => void;
  /** By the path of the method. */
  readonly admits: ReadonlyMap<string, Admit>;
  readonly statusOf: (error: unknown, call: { readonly path: string; readonly metadata: Metadata }) => StatusObject;
  /** Time for a request to arrive completely. */
  readonly requestMs: number;
  /** Time for a client to read a response. */
  readonly readMs: number;
}

export function doorkeeper({ admits, arrive, statusOf, requestMs, readMs }: DoorkeeperOptions): ServerInterceptor {
  return ({ path }, call) => {
    let late: NodeJS.Timeout | undefined;
    let isLasting = false;
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, goOn) => {
            arrive(metadata);
            identify(metadata);
            const read = (allowance: Allowance) => {
              limitMessages(call, allowance, (error) => statusOf(error, { path, metadata }));
              isLasting = allowance.isLasting ?? false;
              if (!isLasting) late = setTimeout(() => refuse(call, incomplete), requestMs);
              goOn(metadata);
            };
            const admit = refuserOfRepeated(call) ?? admits.get(path) ?? closed;
            admit(metadata, call.getPeer()).then(read, (error: unknown) => refuse(call, statusOf(error, { path, metadata })));
          },
          onReceiveHalfClose: (goOn) => {
            clearTimeout(late);
            goOn();
          },
          onCancel: () => clearTimeout(late),
        }),
      sendMessage: (answer, next) => {
        next(answer);
        if (!isLasting) closeUnread(call, readMs);
      },
    });
  };
}

/** Replaces a caller's id that is not fit for logs. */
function identify(metadata: Metadata): void {
  const given = metadata.get('x-request-id')[0]?.toString();
  const requestId = requestIdOf(given);
  if (requestId !== given) metadata.set('x-request-id', requestId);
}

function refuserOfRepeated(call: ServerInterceptingCallInterface): Admit | undefined {
  const name = repeatedHeaderOf((call as unknown as CallParts).stream);
  if (name === undefined) return undefined;
  return async () => {
    throw fail(ErrorCode.INVALID_INPUT, `The header ${name} must not be repeated.`);
  };
}

async function closed(): Promise<never> {
  throw new Error('No gate admits calls of this method.');
}

const incomplete = { code: status.DEADLINE_EXCEEDED, details: 'The request did not arrive completely in time.' };

/** Answers and closes the stream, which the client might leave open. Most clients have sent their whole request by then. */
function refuse(call: ServerInterceptingCallInterface, refusal: Pick<StatusObject, 'code' | 'details'>): void {
  call.sendStatus(refusal);
  const { stream } = call as unknown as CallParts;
  if (refusal.code === status.UNAUTHENTICATED && stream.session) noteStranger(stream.session);
  const ending = setTimeout(() => stream.close(constants.NGHTTP2_NO_ERROR), unreadMs);
  stream.once('close', () => clearTimeout(ending));
}

/** Closes the stream if the client has not read the response in time. */
function closeUnread(call: ServerInterceptingCallInterface, readMs: number): void {
  const { stream } = call as unknown as CallParts;
  const late = setTimeout(() => stream.writableLength > 0 && stream.close(constants.NGHTTP2_CANCEL), readMs).unref();
  stream.once('close', () => clearTimeout(late));
}

const unreadMs = 1_000;

/** Calls without valid credentials, after which a connection accepts no more. */
const strangersMax = 10;
const strangers = new WeakMap<Http2Session, number>();

function noteStranger(session: Http2Session): void {
  const count = (strangers.get(session) ?? 0) + 1;
  strangers.set(session, count);
  if (count === strangersMax) session.close();
}

/** Per frame. grpc-js starts to decompress all of them at once; clients send one, or wait for responses. */
const messagesMax = 16;

function limitMessages(
  call: ServerInterceptingCallInterface,
  { bytesMax, counted, isLasting = false }: Allowance,
  statusFor: StatusFor,
): void {
  const parts = call as unknown as CallParts;
  const { decoder } = parts;
  parts.maxReceiveMessageSize = bytesMax;
  decoder.maxReadMessageLength = bytesMax;
  const write = decoder.write.bind(decoder);
  const messagesIn = (bytes: Buffer) => {
    try {
      return write(bytes);
    } catch {
      throw tooLarge(bytesMax); // the only error of the decoder
    }
  };
  decoder.write = (bytes) => {
    try {
      counted?.held.add(bytes.length);
      const messages = messagesIn(bytes);
      if (messages.length > messagesMax && !isLasting)
        throw fail(ErrorCode.INVALID_INPUT, 'The call has too many messages at once.');
      return messages;
    } catch (error) {
      decoder.write = () => []; // drops what follows
      refuse(call, statusFor(error));
      return [];
    }
  };
  if (counted) countDecompressed(parts, counted, statusFor);
}

/** The status for an error of this call. */
type StatusFor = (error: unknown) => StatusObject;

function countDecompressed(parts: CallParts, { held, inTurn }: Counted, statusFor: StatusFor): void {
  const decompress = parts.decompressMessage.bind(parts);
  parts.stream.once('close', held.release);
  parts.decompressMessage = async (message, encoding) => {
    if (encoding === 'identity') return decompress(message, encoding);
    const whole = await inTurn(async () => decompress(message, encoding)).catch((error: Partial<StatusObject>) => {
      const refusal = refusalOf(error, parts.maxReceiveMessageSize);
      throw refusal ? statusFor(refusal) : error;
    });
    try {
      held.add(whole.length);
    } catch (error) {
      throw statusFor(error);
    }
    return whole;
  };
}

/** Of an error of the decompression, which grpc-js reports as an overload or an internal error. */
function refusalOf({ code }: Partial<StatusObject>, bytesMax: number): Refusal | undefined {
  if (code === status.RESOURCE_EXHAUSTED) return tooLarge(bytesMax);
  return code === status.INTERNAL ? fail(ErrorCode.INVALID_INPUT, 'The message cannot be decompressed.') : undefined;
}

/** Internals of grpc-js calls: it has one message size for all methods, and leaves refused streams open. */
interface CallParts {
  readonly stream: ServerHttp2Stream;
  readonly decoder: {
    maxReadMessageLength: number;
    /** Returns the messages that these bytes complete. */
    write(bytes: Buffer): Buffer[];
  };
  maxReceiveMessageSize: number;
  /** Rejects with a status. */
  decompressMessage(message: Buffer, encoding: string): Buffer | Promise<Buffer>;
}
