// Calls a method in another process, by gRPC.
import { create, type DescMethodUnary, fromBinary, toBinary } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel as Level } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import type { ServiceError } from '@grpc/grpc-js';
import { EndDryRunRequestSchema, type EndDryRunResponse } from '../../../gen/payments/common/v1/dry_run_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { CallerTokens } from '../calls/caller-token.ts';
import type { Call, Dispatch } from '../core/call.ts';
import { anonymous, asService } from '../core/caller.ts';
import { wall } from '../core/clock.ts';
import { currentDryRun, type DryPart, type DryRun, insideDryRun } from '../core/dry-run.ts';
import { currentTrace, type Step, traced } from '../core/tracing.ts';
import { fail, Refusal, refusalFrom } from '../messages/fail.ts';
import { dryRunsOf } from '../service/common-services.ts';
import { sharedReads } from '../storage/shared-reads.ts';
import { type CallStreams, callStreamsTo } from './call-streams.ts';
import { pathOf } from './gate.ts';
import { fromGrpcStatus } from './grpc-status.ts';
import { type Answer, asBuffer, type Headers, isReplayed, type OutgoingCall } from './outgoing-call.ts';

export interface RemoteOptions {
  /** Base address of the process that runs the service of a method. Undefined if none is configured. */
  readonly addressOf: (method: DescMethodUnary) => string | undefined;
  readonly tokens: Pick<CallerTokens, 'mint'>;
  /** For processes of third parties: tokens signed with the shared secret. */
  readonly tokensFor?: (method: DescMethodUnary) => Pick<CallerTokens, 'mint'> | undefined;
}

export interface Remote {
  readonly dispatch: Dispatch;
  close(): Promise<void>;
}

export function openRemote({ addressOf, tokens, tokensFor }: RemoteOptions): Remote {
  const known = new Map<string, CallStreams>();
  const shared = sharedReads<Answer>();
  const streamsAt = (address: string) => {
    const streams = known.get(address) ?? callStreamsTo(address);
    known.set(address, streams);
    return streams;
  };

  const dispatch: Dispatch = async (method, message, call) => {
    const address = addressOf(method);
    if (address === undefined)
      throw fail(ErrorCode.SERVICE_UNAVAILABLE, `No address is configured for ${method.parent.typeName}.`);
    const service = serviceOf(method);
    const own = tokensFor?.(method);
    const dryRun = own ? undefined : currentDryRun(); // providers do not take part
    const token = await (own ?? tokens).mint(call.caller, service);
    const opening = own ? undefined : await tokens.mint(thisProcess, service); // providers receive single calls
    const part = dryRun?.part(address, () => partAt(dryRun, { service, call, dispatch }));
    const request = asBuffer(toBinary(method.input, message));
    const deadline = call.deadline ?? inTime(answerMsMax);
    const outgoing = { path: pathOf(method), request, token, headers: headersOf(call, part), deadline, signal: call.signal };
    const send = (one: OutgoingCall) => streamsAt(address).send(one, opening);
    const answer =
      isShared(method) && !dryRun ? shared(nameOf(outgoing, address), () => send(unhurried(outgoing))) : send(outgoing);
    const { response, replayed } = await answer.catch(refuse);
    if (part) part.hasAnswered = true;
    return { message: fromBinary(method.output, response), replayed };
  };
  return {
    dispatch: (method, message, call) => traced(stepOf(method), () => dispatch(method, message, call)),
    close: async () => {
      for (const streams of known.values()) streams.close();
    },
  };
}

/** Another process as a part of a dry run. */
interface RemotePart extends DryPart {
  readonly dryRunId: string;
  hasAnswered: boolean;
}

interface Ending {
  readonly service: string;
  readonly call: Call;
  readonly dispatch: Dispatch;
}

function partAt({ id: dryRunId }: DryRun, { service, call, dispatch }: Ending): RemotePart {
  const { requestId, caller } = call;
  const own: Call = { caller: asService('door', caller), requestId, signal: never, admitted: true };
  const end = async () => {
    const request = create(EndDryRunRequestSchema, { dryRunId });
    const { message } = await insideDryRun(undefined, () => dispatch(dryRunsOf(service).method.endDryRun, request, own));
    return (message as EndDryRunResponse).skipped;
  };
  return { dryRunId, hasAnswered: false, end };
}

function stepOf(method: DescMethodUnary): Step {
  const name = pathOf(method).slice(1);
  return { name, kind: 'CLIENT', attributes: { 'rpc.method': name } };
}

/** The service name in the package of a method: `payments.cards.v1`. */
export function serviceOf({ parent }: DescMethodUnary): string {
  return parent.file.proto.package.split('.')[1] ?? '';
}

/** The caller that opens streams. */
const thisProcess = asService('process', anonymous);

/** Default deadline of calls. */
const answerMsMax = 300_000;
/** Deadline of calls that several callers share. */
const sharedMsMax = 10_000;

const inTime = (ms: number) => new Date(wall.now().getTime() + ms);

/** Whether concurrent calls with the same request share an answer. None gets one that was sent before the call. */
const isShared = ({ idempotency }: DescMethodUnary) => idempotency === Level.NO_SIDE_EFFECTS;

/** Equal for calls with the same answer. */
function nameOf({ path, request, token }: OutgoingCall, address: string): string {
  return [address, path, token, request.toString('base64')].join(' ');
}

/** Independent of the caller that happens to be the first. */
const unhurried = (call: OutgoingCall): OutgoingCall => ({ ...call, deadline: inTime(sharedMsMax), signal: never });

const never = new AbortController().signal;

function headersOf({ requestId, address, idempotencyKey, bodyDigest, ...call }: Call, part: RemotePart | undefined): Headers {
  const traceparent = currentTrace() ?? call.traceparent;
  return {
    requestId,
    ...(address && { address }),
    ...(traceparent !== undefined && { traceparent }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(bodyDigest !== undefined && { bodyDigest }),
    ...(part && { dryRun: part.dryRunId }),
    isDryRunContinued: part?.hasAnswered ?? false,
  };
}

/** Throws the refusal of the other process, or SERVICE_UNAVAILABLE if it did not respond. */
function refuse(thrown: ServiceError): never {
  const error = fromGrpcStatus(thrown);
  if (!error)
    throw Object.assign(
      fail(ErrorCode.SERVICE_UNAVAILABLE, 'A service that this request depends on is not available. Try again.'),
      { cause: thrown },
    );
  const refusal = refusalFrom(error);
  if (!refusal) throw new ConnectError('A backing service failed.', Code.Internal, undefined, undefined, error);
  throw isReplayed(thrown.metadata) ? new Refusal(refusal.code, refusal.message, { ...refusal.more, replayed: true }) : refusal;
}
