// Admission of RPCs: decided on the headers of a call, before its message is read.

import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { Authentication, method as methodRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { admissionOf, agentOperationOf, type Connected } from '../calls/admission.ts';
import { type Authenticate, callerTokenIn, type Presented } from '../calls/authenticator.ts';
import { requestIdOf, traceOf } from '../calls/call-headers.ts';
import { ConnectionCut } from '../calls/faults.ts';
import { platformHeader } from '../calls/operator-call.ts';
import type { RateLimit } from '../calls/rate-limit.ts';
import type { Call } from '../core/call.ts';
import { anonymous, type Caller } from '../core/caller.ts';
import type { Log } from '../core/log.ts';
import { isProvider } from '../core/providers.ts';
import { type Refusal, refusalFrom, toConnectError, waitOf } from '../messages/fail.ts';
import { optionOf } from '../messages/options.ts';

export interface GateOptions {
  readonly authenticate: Authenticate;
  /** Absent: no provider is. */
  readonly connected?: Connected;
  /** Refuses callers that call too often. Not applied to calls of our own processes: the first door has counted them. */
  readonly limit?: RateLimit;
}

/** A header of the call, or metadata with that name. */
export type HeaderOf = (name: string) => string | undefined;

export interface Admitted {
  readonly caller: Caller;
  readonly requestId: string;
  /** IP address of the peer of the first door. */
  readonly address: string;
  /** The call comes from another process of this installation. */
  readonly isOwnProcess: boolean;
}

/** Throws a refusal for a caller who may not call the method now. `address`: IP address of the peer. */
export type Gate = (headerOf: HeaderOf, address: string) => Promise<Admitted>;

export function gateOf(method: DescMethodUnary, { authenticate, connected, limit }: GateOptions): Gate {
  const admit = admissionOf(method, connected);
  const rule = optionOf(method, methodRule);
  const isOpen = rule?.authentication === Authentication.NONE;
  const agentOperation = agentOperationOf(method);
  const callerOf = isOpen ? openTo(authenticate) : authenticate;
  const operated = { method: pathOf(method).slice(1), rule: rule?.operator };
  return async (headerOf, address) => {
    const requestId = requestIdOf(headerOf('x-request-id'));
    const authorization = headerOf('authorization');
    const operation = { ...operated, platformId: headerOf(platformHeader) };
    const caller = await callerOf({ authorization, requestId, address, agentOperation, operation });
    const isCounted = callerTokenIn(authorization) === undefined || caller === anonymous;
    admit(caller);
    if (isCounted && !isOpen) limit?.(caller);
    const isOwnProcess = !isCounted && !isProvider(caller.service);
    return { caller, requestId, isOwnProcess, address: (isOwnProcess && headerOf(addressHeader)) || address };
  };
}

/** For public methods, which ignore credentials except those of another process of this installation. */
function openTo(authenticate: Authenticate): Authenticate {
  return async (presented: Presented) => {
    if (callerTokenIn(presented.authorization) === undefined) return anonymous;
    return authenticate(presented).catch((error: unknown) => {
      if (refusalFrom(error)?.code === ErrorCode.UNAUTHORIZED) return anonymous;
      throw error;
    });
  };
}

/** Carries the address of the first door's peer between processes. */
export const addressHeader = 'x-peer-address';
/** Carries the digest of the body between processes. */
export const digestHeader = 'x-body-digest';

export interface Arrival {
  readonly admitted: Admitted;
  readonly headerOf: HeaderOf;
  readonly signal: AbortSignal;
  readonly deadline: Date | undefined;
}

/** The call for the chain. */
export function callOf({ admitted, headerOf, signal, deadline }: Arrival): Call {
  const idempotencyKey = keyIn(headerOf);
  const bodyDigest = admitted.isOwnProcess ? headerOf(digestHeader) : undefined;
  return {
    caller: admitted.caller,
    requestId: admitted.requestId,
    address: admitted.address,
    signal,
    admitted: false,
    ...(deadline && { deadline }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(bodyDigest !== undefined && { bodyDigest }),
    ...traceOf(headerOf('traceparent')),
  };
}

/** A key that metadata cannot carry becomes empty, which is invalid too. */
function keyIn(headerOf: HeaderOf): string | undefined {
  const key = headerOf('idempotency-key');
  return key === undefined || /^[\x20-\x7e]*$/.test(key) ? key : '';
}

export const pathOf = ({ parent, name }: DescMethodUnary) => `/${parent.typeName}/${name}`;

export interface Failure {
  readonly requestId: string;
  /** `/payments.customers.v1.CustomerService/GetCustomer` */
  readonly path: string;
  readonly log: Log;
  /** The caller has disconnected, or its deadline has passed. */
  readonly isAborted: boolean;
}

/** A refusal keeps its code and details; other errors contain only the request id. */
export function toRpcError(error: unknown, { requestId, path, log, isAborted }: Failure): ConnectError {
  const refusal = refusalFrom(error);
  if (refusal) return toRefusedCall(refusal);
  if (error instanceof ConnectionCut) return new ConnectError('The connection was closed.', Code.Unavailable);
  if (isAborted) return new ConnectError('The caller stopped waiting.', Code.DeadlineExceeded);
  log.error({ err: error, requestId, path }, 'A call failed.');
  return new ConnectError(`Something went wrong on our side. Request id: ${requestId}`, Code.Internal);
}

/** The error of a refusal. REST headers become metadata. */
export function toRefusedCall(refusal: Refusal): ConnectError {
  const refused = toConnectError(refusal);
  const wait = waitOf(refusal);
  if (wait !== undefined) refused.metadata.set('retry-after', String(wait));
  if (refusal.more.replayed) refused.metadata.set('idempotent-replayed', 'true');
  return refused;
}
