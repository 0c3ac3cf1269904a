// Admits gRPC calls on their metadata, before their message is read, and limits the size and time of the message.
import { constants, type Http2Session, type ServerHttp2Stream } from 'node:http2';
import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { requestIdOf } from '../calls/call-headers.ts';

/** What an admitted call may send. */
export interface Allowance {
  readonly bytesMax: number;
}

/** Admits or refuses a call. Its metadata already has an `x-request-id`. `peer`: address with port. */
export type Admit = (metadata: Metadata, peer: string) => Promise<Allowance>;

export interface DoorkeeperOptions {
  /** By the path of the method. */
  readonly admits: ReadonlyMap<string, Admit>;
  readonly statusOf: (error: unknown, call: { readonly path: string; readonly metadata: Metadata }) => StatusObject;
  /** Time for a request to arrive completely. */
  readonly requestMs: number;
}

export function doorkeeper({ admits, statusOf, requestMs }: DoorkeeperOptions): ServerInterceptor {
  return ({ path }, call) => {
    let late: NodeJS.Timeout | undefined;
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, goOn) => {
            identify(metadata);
            const read = ({ bytesMax }: Allowance) => {
              limitMessages(call, bytesMax);
              late = setTimeout(() => refuse(call, incomplete), requestMs);
              goOn(metadata);
            };
            const admit = admits.get(path) ?? closed;
            admit(metadata, call.getPeer()).then(read, (error: unknown) => refuse(call, statusOf(error, { path, metadata })));
          },
          onReceiveHalfClose: (goOn) => {
            clearTimeout(late);
            goOn();
          },
          onCancel: () => clearTimeout(late),
        }),
    });
  };
}

/** Replaces a caller's id that is not fit for logs. */
function identify(metadata: Metadata): void {
  const given = metadata.get('x-request-id')[0]?.toString();
  const requestId = requestIdOf(given);
  if (requestId !== given) metadata.set('x-request-id', requestId);
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

const unreadMs = 1_000;

/** Calls without valid credentials, after which a connection accepts no more. */
const strangersMax = 10;
const strangers = new WeakMap<Http2Session, number>();

function noteStranger(session: Http2Session): void {
  const count = (strangers.get(session) ?? 0) + 1;
  strangers.set(session, count);
  if (count === strangersMax) session.close();
}

function limitMessages(call: ServerInterceptingCallInterface, bytesMax: number): void {
  const parts = call as unknown as CallParts;
  parts.maxReceiveMessageSize = bytesMax;
  parts.decoder.maxReadMessageLength = bytesMax;
}

/** Internals of grpc-js calls: it has one message size for all methods, and leaves refused streams open. */
interface CallParts {
  readonly stream: ServerHttp2Stream;
  readonly decoder: { maxReadMessageLength: number };
  maxReceiveMessageSize: number;
}
