// gRPC errors: a status code and message, and the typed details in `grpc-status-details-bin`.
import type { ConnectError } from '@connectrpc/connect';
import { findTrailerError, setTrailerStatus } from '@connectrpc/connect/protocol-grpc';
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';

/** The status of a refused call, with the metadata of the error. */
export function toGrpcStatus(error: ConnectError): StatusObject {
  const metadata = new Metadata();
  for (const [name, value] of setTrailerStatus(new Headers(), error)) {
    if (name === 'grpc-status' || name === 'grpc-message') continue;
    metadata.set(name, name.endsWith('-bin') ? Buffer.from(value, 'base64') : value);
  }
  return { code: error.code as number as status, details: error.rawMessage.toWellFormed(), metadata };
}

/** The error of a status. Undefined for a status that the client itself generated: no response, no connection, timeout. */
export function fromGrpcStatus({ code, details, metadata }: ServiceError): ConnectError | undefined {
  const headers = new Headers({ 'grpc-status': String(code), 'grpc-message': encodeURIComponent(details.toWellFormed()) });
  for (const [name, values] of Object.entries(metadata.toHttp2Headers())) {
    for (const value of [values ?? []].flat()) headers.append(name, String(value));
  }
  const isLocal = code === status.CANCELLED || code === status.DEADLINE_EXCEEDED || code === status.UNAVAILABLE;
  return isLocal && !headers.has('grpc-status-details-bin') ? undefined : findTrailerError(headers);
}
