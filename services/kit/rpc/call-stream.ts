// A stream to another process that carries calls: those of one turn of the event loop are one message.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import {
  type Answer as AnswerMessage,
  AnswersSchema,
  type CallFailure,
  CallHeadersSchema,
  CallSchema,
  type Calls,
  CallsSchema,
} from '../../../gen/payments/common/v1/call_pb.ts';
import { wall } from '../core/clock.ts';
import type { MessageStream } from './channels.ts';
import { type Answer, type OutgoingCall, replayedHeader, serviceError } from './outgoing-call.ts';

interface Pending {
  readonly number: number;
  readonly call: OutgoingCall;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: ServiceError) => void;
  /** Removes its timer and its listener. */
  readonly forget: () => void;
}

/** Further calls are sent singly, so that nothing waits here. */
const callsMax = 1_000;

/** Sends a call in another way. */
type Resend = (call: OutgoingCall) => Promise<Answer>;

export class CallStream {
  readonly #stream: MessageStream;
  readonly #resend: Resend;
  readonly #pending = new Map<number, Pending>();
  #unsent: Pending[] = [];
  #cancelled: number[] = [];
  #last = 0;
  #isPlanned = false;
  #isRetired = false;
  #hasEnded = false;

  /** `resend`: for calls that have not run, because the other process does not know streams. */
  constructor(stream: MessageStream, resend: Resend) {
    this.#stream = stream;
    this.#resend = resend;
    stream.on('data', (bytes: Buffer) => this.#receive(bytes));
    stream.once('end', () => setImmediate(() => this.#fail(gone))); // a status that is an error comes first
    stream.once('status', (ended: StatusObject) => ended.code === status.OK || this.#fail(ended));
  }

  /** Whether it takes calls. */
  isOpen(): boolean {
    return !this.#isRetired && !this.#hasEnded;
  }

  hasRoom(): boolean {
    return this.#pending.size < callsMax;
  }

  /** Takes no more calls, and ends when all are answered. */
  retire(): void {
    this.#isRetired = true;
    this.#endIfDone();
  }

  /** Rejects with a `ServiceError`. */
  send(call: OutgoingCall): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const { deadline, signal } = call;
    const number = ++this.#last;
    const stop = () => this.#abandon(number, serviceError(status.CANCELLED, 'The caller stopped waiting.'));
    const late = () => this.#abandon(number, serviceError(status.DEADLINE_EXCEEDED, 'The answer did not arrive in time.'));
    const timer = setTimeout(late, remainingMs(deadline));
    const forget = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    const pending = { number, call, resolve, reject, forget };
    this.#pending.set(number, pending);
    this.#unsent.push(pending);
    this.#plan();
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    return promise;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => this.#flush()); // includes calls of the same event loop turn
  }

  #flush(): void {
    const unsent = this.#unsent.filter(({ number }) => this.#pending.has(number));
    const cancelled = this.#cancelled;
    this.#unsent = [];
    this.#cancelled = [];
    this.#isPlanned = false;
    if (this.#hasEnded) return;
    for (const calls of inMessages(unsent)) this.#write(messageOf(calls));
    if (cancelled.length > 0) this.#write(create(CallsSchema, { cancelled }));
    this.#endIfDone();
  }

  #write(calls: Calls): void {
    this.#stream.write(toBinary(CallsSchema, calls));
  }

  #receive(bytes: Buffer): void {
    for (const answer of fromBinary(AnswersSchema, bytes).answers) settle(this.#take(answer.number), answer);
    this.#endIfDone();
  }

  #take(number: number): Pending | undefined {
    const one = this.#pending.get(number);
    this.#pending.delete(number);
    one?.forget();
    return one;
  }

  #abandon(number: number, error: ServiceError): void {
    this.#take(number)?.reject(error);
    this.#cancelled.push(number);
    this.#plan();
  }

  #endIfDone(): void {
    if (this.#isRetired && !this.#hasEnded && !this.#isPlanned && this.#pending.size === 0) this.#stream.end();
  }

  #fail({ code, details, metadata }: StatusObject): void {
    this.#hasEnded = true;
    for (const number of this.#pending.keys()) {
      const one = this.#take(number);
      if (one && code === status.UNIMPLEMENTED) this.#resend(one.call).then(one.resolve, one.reject);
      else one?.reject(serviceError(code, details, metadata));
    }
  }
}

const gone = { code: status.UNAVAILABLE, details: 'The stream has ended.', metadata: new Metadata() };

const timerMsMax = 2 ** 31 - 1;
const remainingMs = (deadline: Date) => Math.min(Math.max(deadline.getTime() - wall.now().getTime(), 0), timerMsMax);

/** Of the requests in a message. Only its last one may exceed it. */
const bytesMax = 512 * 1024;

function inMessages(all: readonly Pending[]): Pending[][] {
  const messages: Pending[][] = [];
  let bytes = bytesMax;
  for (const one of all) {
    if (bytes >= bytesMax) {
      messages.push([]);
      bytes = 0;
    }
    messages.at(-1)?.push(one);
    bytes += one.call.request.length;
  }
  return messages;
}

function messageOf(pending: readonly Pending[]): Calls {
  const tokens = [...new Set(pending.map(({ call }) => call.token))];
  const calls = pending.map(({ number, call: { path, request, token, headers, deadline } }) =>
    create(CallSchema, {
      number,
      path,
      request,
      token: tokens.indexOf(token),
      timeoutMs: remainingMs(deadline),
      headers: create(CallHeadersSchema, headers),
    }),
  );
  return create(CallsSchema, { calls, tokens });
}

function settle(pending: Pending | undefined, { response, isReplayed, failure }: AnswerMessage): void {
  if (failure) pending?.reject(errorOf(failure, isReplayed));
  else pending?.resolve({ response, replayed: isReplayed });
}

/** The error that a single call would throw. */
function errorOf({ status: code, message, details }: CallFailure, isReplayed: boolean): ServiceError {
  const metadata = new Metadata();
  if (details.length > 0) metadata.set('grpc-status-details-bin', Buffer.from(details));
  if (isReplayed) metadata.set(replayedHeader, 'true');
  return serviceError(code, message, metadata);
}
