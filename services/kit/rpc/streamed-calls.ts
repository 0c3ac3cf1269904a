// The streams by which other processes of this installation call: each of their calls runs like a single one.
import { create, type DescMethodUnary, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import type { Server, ServerDuplexStream } from '@grpc/grpc-js';
import {
  type Answer,
  AnswerSchema,
  AnswersSchema,
  type Call,
  CallFailureSchema,
  CallsSchema,
} from '../../../gen/payments/common/v1/call_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { requestIdOf } from '../calls/call-headers.ts';
import { wall } from '../core/clock.ts';
import { isProvider } from '../core/providers.ts';
import { decode } from '../messages/decode.ts';
import { fail, refusalFrom } from '../messages/fail.ts';
import { isUnary } from '../messages/options.ts';
import { busy } from '../storage/outage.ts';
import { exchangePath } from './call-streams.ts';
import type { Admit } from './doorkeeper.ts';
import { gateOf, pathOf, toRefusedCall, toRpcError } from './gate.ts';
import type { GrpcAnswers } from './grpc-answers.ts';
import { type GrpcMethodsOptions, headersIn, ownMessageBytesMax } from './grpc-methods.ts';
import { toGrpcStatus } from './grpc-status.ts';
import { asBuffer, headersOf, isReplayed } from './outgoing-call.ts';
import { type Outcome, runnerOf } from './run-call.ts';

export interface StreamedCalls {
  readonly path: string;
  readonly admit: Admit;
}

/** Adds the method that carries calls. */
export function serveStreamedCalls(server: Server, options: GrpcMethodsOptions, answers: GrpcAnswers): StreamedCalls {
  const methods = options.running.services.flatMap(({ methods: all }) => all.filter(isUnary));
  const served = new Map(methods.map((method) => [pathOf(method), servedBy(method, options, answers)]));
  server.register(exchangePath, (stream: Stream) => void new Exchange(stream, served), asIs, asIs, 'bidi');
  return { path: exchangePath, admit: (metadata, address) => admit(metadata, address, options) };
}

type Stream = ServerDuplexStream<Buffer, Buffer>;

const asIs = (bytes: Buffer) => bytes;

/** Only other processes of this installation. The caller of each of their calls is authenticated too. */
async function admit(metadata: Parameters<Admit>[0], address: string, { authenticate }: GrpcMethodsOptions): ReturnType<Admit> {
  const headerOf = headersIn(metadata);
  const requestId = requestIdOf(headerOf('x-request-id'));
  const { service } = await authenticate({ authorization: headerOf('authorization'), requestId, address });
  if (service === undefined || isProvider(service)) throw internal();
  return { bytesMax: ownMessageBytesMax, isLasting: true };
}

const internal = () => fail(ErrorCode.FORBIDDEN, 'This operation is internal. Only services of this installation can call it.');

interface Arriving {
  readonly call: Call;
  readonly token: string;
  /** IP address of the other process. */
  readonly peer: string;
  readonly signal: AbortSignal;
}

/** Admits a call on its headers, then decodes and runs it. Never rejects. */
type Serve = (arriving: Arriving) => Promise<Outcome>;

function servedBy(method: DescMethodUnary, options: GrpcMethodsOptions, answers: GrpcAnswers): Serve {
  const gate = gateOf(method, options);
  const run = runnerOf(method, { ...options, answers });
  const path = pathOf(method);
  return async ({ call, token, peer, signal }) => {
    const { headers, request, timeoutMs } = call;
    answers.arrive(call);
    const headerOf = headersOf(token, headers);
    try {
      const admitted = await gate(headerOf, peer);
      if (!admitted.isOwnProcess) throw internal();
      const deadline = new Date(wall.now().getTime() + timeoutMs);
      return run({ admitted, headerOf, signal, deadline, request, arrived: call });
    } catch (error) {
      const requestId = requestIdOf(headers?.requestId);
      const failed = toRpcError(error, { requestId, path, log: options.log, isAborted: false });
      answers.answer(call, { path, requestId, failed });
      return { failed };
    }
  };
}

/** Calls of a stream that may run at the same time. The other process sends fewer. */
const callsMax = 2_000;

/** One stream. Answers that are ready in the same turn of the event loop are one message. */
class Exchange {
  readonly #stream: Stream;
  readonly #served: ReadonlyMap<string, Serve>;
  readonly #peer: string;
  readonly #running = new Map<number, AbortController>();
  #ready: Answer[] = [];
  #isLast = false;

  constructor(stream: Stream, served: ReadonlyMap<string, Serve>) {
    this.#stream = stream;
    this.#served = served;
    this.#peer = stream.getPeer();
    stream.on('data', (bytes: Buffer) => this.#receive(bytes));
    stream.once('end', () => {
      this.#isLast = true;
      this.#endIfDone();
    });
    stream.once('cancelled', () => this.#running.forEach((controller) => controller.abort()));
  }

  #receive(bytes: Buffer): void {
    try {
      const { calls, tokens, cancelled } = decode(CallsSchema, bytes);
      for (const number of cancelled) this.#running.get(number)?.abort();
      for (const call of calls) void this.#run(call, tokens[call.token] ?? '');
    } catch (error) {
      const refusal = refusalFrom(error);
      if (!refusal) throw error;
      this.#stream.emit('error', toGrpcStatus(toRefusedCall(refusal))); // ends it with this status
    }
  }

  async #run(call: Call, token: string): Promise<void> {
    const { number, path, timeoutMs } = call;
    const serve = this.#served.get(path);
    if (!serve) return this.#answer(number, unknown());
    if (this.#running.size >= callsMax) return this.#answer(number, overloaded());
    const controller = new AbortController();
    this.#running.set(number, controller);
    const late = setTimeout(() => controller.abort(), timeoutMs);
    const outcome = await serve({ call, token, peer: this.#peer, signal: controller.signal });
    clearTimeout(late);
    this.#running.delete(number);
    this.#answer(number, outcome);
  }

  #answer(number: number, outcome: Outcome): void {
    this.#ready.push(answerOf(number, outcome));
    if (this.#ready.length === 1) setImmediate(() => this.#flush()); // includes answers of the same event loop turn
  }

  #flush(): void {
    const answers = this.#ready;
    this.#ready = [];
    if (this.#stream.cancelled) return;
    this.#stream.write(asBuffer(toBinary(AnswersSchema, create(AnswersSchema, { answers }))));
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#isLast && this.#running.size === 0 && this.#ready.length === 0) this.#stream.end();
  }
}

const unknown = () => ({ failed: new ConnectError('This process does not serve the method.', Code.Unimplemented) });
const overloaded = () => ({ failed: toRefusedCall(busy()) });

function answerOf(number: number, outcome: Outcome): Answer {
  if (!outcome.failed) return create(AnswerSchema, { number, response: outcome.response, isReplayed: outcome.replayed });
  const { code: status, details: message, metadata } = toGrpcStatus(outcome.failed);
  const [details] = metadata.get('grpc-status-details-bin');
  const failure = create(CallFailureSchema, { status, message, ...(Buffer.isBuffer(details) && { details }) });
  return create(AnswerSchema, { number, isReplayed: isReplayed(metadata), failure });
}
