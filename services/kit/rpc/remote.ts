// Calls a method in another process, by gRPC.
import { create, type DescMethodUnary, fromBinary, toBinary } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel as Level } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import { EndDryRunRequestSchema, type EndDryRunResponse } from '../../../gen/payments/common/v1/dry_run_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { CallerTokens } from '../calls/caller-token.ts';
import { dryRunContinuedHeader, dryRunHeader } from '../calls/dry-runs.ts';
import type { Call, Dispatch } from '../core/call.ts';
import { asService } from '../core/caller.ts';
import { wall } from '../core/clock.ts';
import { currentDryRun, type DryPart, type DryRun, insideDryRun } from '../core/dry-run.ts';
import { currentTrace, type Step, traced } from '../core/tracing.ts';
import { fail, Refusal, refusalFrom } from '../messages/fail.ts';
import { dryRunsOf } from '../service/common-services.ts';
import { sharedReads } from '../storage/shared-reads.ts';
import { type Answer, type Channels, channelsTo, type OutgoingCall } from './channels.ts';
import { addressHeader, pathOf } from './gate.ts';
import { fromGrpcStatus } from './grpc-status.ts';

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
  const known = new Map<string, Channels>();
  const shared = sharedReads<Answer>();
  const channelsAt = (address: string) => {
    const channels = known.get(address) ?? channelsTo(address);
    known.set(address, channels);
    return channels;
  };

  const dispatch: Dispatch = async (method, message, call) => {
    const address = addressOf(method);
    if (address === undefined)
      throw fail(ErrorCode.SERVICE_UNAVAILABLE, `No address is configured for ${method.parent.typeName}.`);
    const own = tokensFor?.(method);
    const dryRun = own ? undefined : currentDryRun(); // providers do not take part
    const token = await (own ?? tokens).mint(call.caller, serviceOf(method));
    const { buffer, byteOffset, byteLength } = toBinary(method.input, message);
    const request = Buffer.from(buffer, byteOffset, byteLength);
    const deadline = call.deadline ?? inTime(answerMsMax);
    const outgoing = { path: pathOf(method), request, metadata: metadataOf(call, token), deadline, signal: call.signal };
    const send = (one: OutgoingCall) => channelsAt(address).send(one);
    const part = dryRun?.part(address, () => partAt(dryRun, { service: serviceOf(method), call, dispatch }));
    if (part) join(outgoing.metadata, part);
    const answer =
      isShared(method) && !dryRun
        ? shared(nameOf(outgoing, { address, token }), () => send(unhurried(outgoing)))
        : send(outgoing);
    const { response, metadata } = await answer.catch(refuse);
    if (part) part.hasAnswered = true;
    return { message: fromBinary(method.output, response), replayed: metadata !== undefined && isReplayed(metadata) };
  };
  return {
    dispatch: (method, message, call) => traced(stepOf(method), () => dispatch(method, message, call)),
    close: async () => {
      for (const channels of known.values()) channels.close();
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

function join(metadata: Metadata, { dryRunId, hasAnswered }: RemotePart): void {
  metadata.set(dryRunHeader, dryRunId);
  if (hasAnswered) metadata.set(dryRunContinuedHeader, 'true');
}

function stepOf(method: DescMethodUnary): Step {
  const name = pathOf(method).slice(1);
  return { name, kind: 'CLIENT', attributes: { 'rpc.method': name } };
}

/** The service name in the package of a method: `payments.cards.v1`. */
export function serviceOf({ parent }: DescMethodUnary): string {
  return parent.file.proto.package.split('.')[1] ?? '';
}

/** Default deadline of calls. */
const answerMsMax = 300_000;
/** Deadline of calls that several callers share. */
const sharedMsMax = 10_000;

const inTime = (ms: number) => new Date(wall.now().getTime() + ms);

/** Whether concurrent calls with the same request share an answer. None gets one that was sent before the call. */
const isShared = ({ idempotency }: DescMethodUnary) => idempotency === Level.NO_SIDE_EFFECTS;

/** Equal for calls with the same answer. */
function nameOf({ path, request }: OutgoingCall, { address, token }: { address: string; token: string }): string {
  return [address, path, token, request.toString('base64')].join(' ');
}

/** Independent of the caller that happens to be the first. */
const unhurried = (call: OutgoingCall): OutgoingCall => ({ ...call, deadline: inTime(sharedMsMax), signal: never });

const never = new AbortController().signal;

function metadataOf({ requestId, address, idempotencyKey, ...call }: Call, token: string): Metadata {
  const traceparent = currentTrace() ?? call.traceparent;
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  metadata.set('x-request-id', requestId);
  if (address) metadata.set(addressHeader, address);
  if (traceparent !== undefined) metadata.set('traceparent', traceparent);
  if (idempotencyKey !== undefined) metadata.set('idempotency-key', idempotencyKey);
  return metadata;
}

const isReplayed = (metadata: Metadata) => metadata.get('idempotent-replayed')[0] === 'true';

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
