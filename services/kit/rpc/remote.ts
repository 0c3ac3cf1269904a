// Calls a method in another process, by gRPC.
import { type DescMethodUnary, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { CallerTokens } from '../calls/caller-token.ts';
import type { Call, Dispatch } from '../core/call.ts';
import { wall } from '../core/clock.ts';
import { fail, Refusal, refusalFrom } from '../messages/fail.ts';
import { type Channels, channelsTo } from './channels.ts';
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
  const channelsAt = (address: string) => {
    const channels = known.get(address) ?? channelsTo(address);
    known.set(address, channels);
    return channels;
  };

  return {
    async dispatch(method, message, call) {
      const address = addressOf(method);
      if (address === undefined)
        throw fail(ErrorCode.SERVICE_UNAVAILABLE, `No address is configured for ${method.parent.typeName}.`);
      const token = await (tokensFor?.(method) ?? tokens).mint(call.caller, serviceOf(method));
      const { buffer, byteOffset, byteLength } = toBinary(method.input, message);
      const request = Buffer.from(buffer, byteOffset, byteLength);
      const deadline = call.deadline ?? new Date(wall.now().getTime() + answerMsMax);
      const outgoing = { path: pathOf(method), request, metadata: metadataOf(call, token), deadline, signal: call.signal };
      const { response, metadata } = await channelsAt(address).send(outgoing).catch(refuse);
      return { message: fromBinary(method.output, response), replayed: metadata !== undefined && isReplayed(metadata) };
    },
    close: async () => {
      for (const channels of known.values()) channels.close();
    },
  };
}

/** The service name in the package of a method: `payments.cards.v1`. */
export function serviceOf({ parent }: DescMethodUnary): string {
  return parent.file.proto.package.split('.')[1] ?? '';
}

/** Default deadline of calls. */
const answerMsMax = 300_000;

function metadataOf({ requestId, address, traceparent, idempotencyKey }: Call, token: string): Metadata {
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
