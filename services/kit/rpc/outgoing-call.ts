// A call on its way to another process, and its answer.
import { Metadata, type ServiceError, type status } from '@grpc/grpc-js';
import type { CallHeaders } from '../../../gen/payments/common/v1/call_pb.ts';
import { dryRunContinuedHeader, dryRunHeader } from '../calls/dry-runs.ts';
import { addressHeader, digestHeader, type HeaderOf } from './gate.ts';

export interface OutgoingCall {
  readonly path: string;
  readonly request: Buffer;
  readonly token: string;
  readonly headers: Headers;
  readonly deadline: Date;
  readonly signal: AbortSignal;
}

export type Headers = Omit<CallHeaders, '$typeName' | '$unknown'>;

export interface Answer {
  readonly response: Uint8Array;
  /** It was stored by an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}

/** The headers of a single call. */
export function metadataOf({ token, headers }: Pick<OutgoingCall, 'token' | 'headers'>): Metadata {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  for (const [name, fieldOf] of fields) {
    const value = fieldOf(headers);
    if (value !== undefined) metadata.set(name, value);
  }
  return metadata;
}

/** The headers of a call in a stream, as a single call would have them. */
export function headersOf(token: string, headers: Headers | undefined): HeaderOf {
  return (name) => {
    if (name === 'authorization') return `Bearer ${token}`;
    return headers && fields.get(name)?.(headers);
  };
}

const fields: ReadonlyMap<string, (headers: Headers) => string | undefined> = new Map([
  ['x-request-id', ({ requestId }) => requestId],
  [addressHeader, ({ address }) => address],
  ['traceparent', ({ traceparent }) => traceparent],
  ['idempotency-key', ({ idempotencyKey }) => idempotencyKey],
  [digestHeader, ({ bodyDigest }) => bodyDigest],
  [dryRunHeader, ({ dryRun }) => dryRun],
  [dryRunContinuedHeader, ({ isDryRunContinued }) => (isDryRunContinued ? 'true' : undefined)],
]);

/** An error as grpc-js throws it. */
export function serviceError(code: status, details: string, metadata = new Metadata()): ServiceError {
  return Object.assign(new Error(details), { code, details, metadata });
}

export const isReplayed = (metadata: Metadata): boolean => metadata.get(replayedHeader)[0] === 'true';
export const replayedHeader = 'idempotent-replayed';

export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);
