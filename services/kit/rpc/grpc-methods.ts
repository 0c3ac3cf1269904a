// The methods of our services on a gRPC server, as single calls.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Metadata, type ServerUnaryCall, type ServiceDefinition, type sendUnaryData } from '@grpc/grpc-js';
import { method as methodRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { dryRunHeader } from '../calls/dry-runs.ts';
import { turnsOf } from '../calls/turns.ts';
import { holdMessage } from '../messages/held-memory.ts';
import { messageBytesMax } from '../messages/message-bounds.ts';
import { isUnary, optionOf } from '../messages/options.ts';
import type { Admit } from './doorkeeper.ts';
import { type Admitted, type GateOptions, gateOf, type HeaderOf, pathOf } from './gate.ts';
import { type GrpcAnswers, grpcAnswers } from './grpc-answers.ts';
import { toGrpcStatus, toShortStatus } from './grpc-status.ts';
import { asBuffer, replayedHeader } from './outgoing-call.ts';
import { type Responded, type RunOptions, runnerOf } from './run-call.ts';

export type GrpcMethodsOptions = GateOptions & Omit<RunOptions, 'answers'>;

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

/** Of a message from another of our processes. */
export const ownMessageBytesMax = 4 * 1024 * 1024;

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
  const run = runnerOf(method, options);
  return async (call, answer) => {
    const { metadata, request } = call;
    const admitted = callers.get(metadata);
    if (!admitted) throw new Error('A call was not admitted.');
    const controller = new AbortController();
    let isAnswered = false;
    call.once('cancelled', () => isAnswered || controller.abort());
    const { signal } = controller;
    const arrival = { admitted, headerOf: headersIn(metadata), signal, deadline: deadlineOf(call), request, arrived: metadata };
    const outcome = await run(arrival);
    isAnswered = true;
    if (outcome.failed) return answer(admitted.isOwnProcess ? toGrpcStatus(outcome.failed) : toShortStatus(outcome.failed));
    send(outcome, call, answer);
  };
}

function deadlineOf(call: ServerUnaryCall<Buffer, Buffer>): Date | undefined {
  const deadline = call.getDeadline();
  if (deadline instanceof Date) return deadline;
  return Number.isFinite(deadline) ? new Date(deadline) : undefined;
}

function send(
  { response, replayed, isDry }: Responded,
  call: ServerUnaryCall<Buffer, Buffer>,
  answer: sendUnaryData<Buffer>,
): void {
  if (replayed || isDry) {
    const metadata = new Metadata();
    if (replayed) metadata.set(replayedHeader, 'true');
    if (isDry) metadata.set(dryRunHeader, 'true');
    call.sendMetadata(metadata);
  }
  answer(null, asBuffer(response));
}
