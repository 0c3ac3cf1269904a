// The methods of our services on a gRPC server: decodes requests, runs the chain, encodes responses.
import { type DescMethodUnary, toBinary } from '@bufbuild/protobuf';
import { Metadata, type ServerUnaryCall, type ServiceDefinition, type sendUnaryData } from '@grpc/grpc-js';
import { method as methodRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { dryRunContinuedHeader, dryRunHeader, isRequested, joinDryRun, runArrived } from '../calls/dry-runs.ts';
import { withFaults } from '../calls/faults.ts';
import { turnsOf } from '../calls/turns.ts';
import type { NoteCall } from '../core/answered-calls.ts';
import type { Reply } from '../core/call.ts';
import type { Log } from '../core/log.ts';
import { entered } from '../core/tracing.ts';
import { decode } from '../messages/decode.ts';
import { holdMessage } from '../messages/held-memory.ts';
import { waitFor } from '../messages/large-messages.ts';
import { countFields, messageBytesMax } from '../messages/message-bounds.ts';
import { isUnary, optionOf } from '../messages/options.ts';
import type { Running } from '../service/start-services.ts';
import type { Admit } from './doorkeeper.ts';
import { type Admitted, callOf, type GateOptions, gateOf, type HeaderOf, pathOf, toRpcError } from './gate.ts';
import { type GrpcAnswers, grpcAnswers } from './grpc-answers.ts';
import { toGrpcStatus, toShortStatus } from './grpc-status.ts';
import { recordingOperators } from './operator-record.ts';

export interface GrpcMethodsOptions extends GateOptions {
  readonly running: Pick<Running, 'services' | 'dispatch'>;
  /** Logs and counts answered calls. Absent: nothing does. */
  readonly noteCall?: NoteCall;
  readonly log: Log;
}

type Handler = (call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>) => Promise<void>;

/** The methods to add to a server, and the admission of each path. */
export interface GrpcMethods {
  readonly services: readonly (readonly [ServiceDefinition, Record<string, Handler>])[];
  readonly admits: ReadonlyMap<string, Admit>;
}

export function grpcMethods(options: GrpcMethodsOptions, answers = grpcAnswers(options.noteCall)): GrpcMethods {
  const callers: Callers = new WeakMap();
  const admits = new Map<string, Admit>();
  const services = options.running.services.map(({ methods }) => {
    const definition: Record<string, ServiceDefinition[string]> = {};
    const handlers: Record<string, Handler> = {};
    for (const method of methods.filter(isUnary)) {
      const path = pathOf(method);
      definition[method.name] = { ...raw, path };
      handlers[method.name] = handlerOf(method, { ...options, answers }, callers);
      admits.set(path, admitOf(method, options, callers));
    }
    return [definition, handlers] as const;
  });
  return { services, admits };
}

const asIs = (bytes: Buffer) => bytes;
const raw = {
  requestStream: false,
  responseStream: false,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
};

/** Admitted callers, by the metadata of their call. */
type Callers = WeakMap<Metadata, Admitted>;

/** Of a request from another of our processes. */
const ownMessageBytesMax = 4 * 1024 * 1024;

/** Limits decompression: a compressed kilobyte can become a mebibyte, which is counted afterwards. */
const turnOf = turnsOf(4);

function admitOf(method: DescMethodUnary, options: GrpcMethodsOptions, callers: Callers): Admit {
  const gate = gateOf(method, options);
  const ownBytesMax = optionOf(method, methodRule)?.requestBytesMax || ownMessageBytesMax;
  return async (metadata, peer) => {
    const admitted = await gate(headersIn(metadata), peer);
    callers.set(metadata, admitted);
    if (admitted.isOwnProcess) return { bytesMax: ownBytesMax };
    const { platformId } = admitted.caller;
    return { bytesMax: messageBytesMax, counted: { held: holdMessage(platformId), inTurn: turnOf(platformId) } };
  };
}

export function headersIn(metadata: Metadata): HeaderOf {
  return (name) => metadata.get(name)[0] as string | undefined;
}

type HandlerOptions = GrpcMethodsOptions & { readonly answers: GrpcAnswers };

function handlerOf(method: DescMethodUnary, options: HandlerOptions, callers: Callers): Handler {
  const { running, log, answers } = options;
  const path = pathOf(method);
  const recorded = recordingOperators(running.dispatch);
  const withRequestedFaults = withFaults(recorded);
  const step = { name: path.slice(1), attributes: { 'rpc.system.name': 'grpc', 'rpc.method': path.slice(1) } };
  return async (call, answer) => {
    const admitted = callers.get(call.metadata);
    if (!admitted) throw new Error('A call was not admitted.');
    const controller = new AbortController();
    let isAnswered = false;
    call.once('cancelled', () => isAnswered || controller.abort());
    const { signal } = controller;
    const { requestId, isOwnProcess, caller } = admitted;
    const answered = { path, requestId, caller };
    try {
      const arrival = { admitted, headerOf: headersIn(call.metadata), signal, deadline: deadlineOf(call) };
      if (!admitted.isOwnProcess) await waitFor(admitted.caller.platformId, countFields(method.input, call.request));
      const dispatch = isOwnProcess ? recorded : withRequestedFaults; // another process is not the first door
      const reply = await entered(callOf(arrival), { step, isOwnProcess }, (entering) =>
        dryIfRequested({ method, admitted, headerOf: arrival.headerOf }, () =>
          dispatch(method, decode(method.input, call.request), entering),
        ),
      );
      const isDry = !isOwnProcess && isRequested({ method, header: arrival.headerOf(dryRunHeader) });
      send(reply, { method, call, answer, isDry });
      answers.answer(call.metadata, answered);
    } catch (error) {
      const failed = toRpcError(error, { requestId, path, log, isAborted: signal.aborted });
      answer(isOwnProcess ? toGrpcStatus(failed) : toShortStatus(failed));
      answers.answer(call.metadata, { ...answered, failed });
    } finally {
      isAnswered = true;
    }
  };
}

interface Arrived {
  readonly method: DescMethodUnary;
  readonly admitted: Admitted;
  readonly headerOf: HeaderOf;
}

function dryIfRequested<T>({ method, admitted: { caller, isOwnProcess }, headerOf }: Arrived, run: () => Promise<T>): Promise<T> {
  const header = headerOf(dryRunHeader);
  if (!isOwnProcess) return runArrived({ method, caller, header }, run);
  return joinDryRun({ dryRunId: header, isContinued: headerOf(dryRunContinuedHeader) === 'true' }, run);
}

function deadlineOf(call: ServerUnaryCall<Buffer, Buffer>): Date | undefined {
  const deadline = call.getDeadline();
  if (deadline instanceof Date) return deadline;
  return Number.isFinite(deadline) ? new Date(deadline) : undefined;
}

interface Exchange {
  readonly method: DescMethodUnary;
  readonly call: ServerUnaryCall<Buffer, Buffer>;
  readonly answer: sendUnaryData<Buffer>;
  readonly isDry: boolean;
}

function send({ message, replayed }: Reply, { method, call, answer, isDry }: Exchange): void {
  if (replayed || isDry) {
    const metadata = new Metadata();
    if (replayed) metadata.set('idempotent-replayed', 'true');
    if (isDry) metadata.set(dryRunHeader, 'true');
    call.sendMetadata(metadata);
  }
  const { buffer, byteOffset, byteLength } = toBinary(method.output, message);
  answer(null, Buffer.from(buffer, byteOffset, byteLength));
}
