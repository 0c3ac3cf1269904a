// gRPC errors: a status code and message, and the typed details in `grpc-status-details-bin`.
import type { ConnectError } from '@connectrpc/connect';
import { findTrailerError, setTrailerStatus } from '@connectrpc/connect/protocol-grpc';
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { Refusal, refusalFrom, toConnectError } from '../messages/fail.ts';

/** The status of a refused call, with the metadata of the error. */
export function toGrpcStatus(error: ConnectError): StatusObject {
  const metadata = new Metadata();
  for (const [name, value] of setTrailerStatus(new Headers(), error)) {
    if (name === 'grpc-status' || name === 'grpc-message') continue;
    metadata.set(name, name.endsWith('-bin') ? Buffer.from(value, 'base64') : value);
  }
  return { code: error.code as number as status, details: error.rawMessage.toWellFormed(), metadata };
}

/** Of the details. Many clients accept 8 KiB of headers, which include the message, and fail a call with more. */
const detailsLengthMax = 6_000;

/** The same, with as many field errors as all clients can read. Our own processes get all of them. */
export function toShortStatus(error: ConnectError): StatusObject {
  const whole = toGrpcStatus(error);
  const refusal = refusalFrom(error);
  if (!refusal || isShort(whole)) return whole;
  const { code, message, more } = refusal;
  const { errors, ...others } = more.details ?? {};
  const all = Array.isArray(errors) ? errors : [];
  for (let told = Math.floor(all.length / 2); told > 0; told = Math.floor(told / 2)) {
    const details = { ...others, errors: all.slice(0, told) };
    const cut = toGrpcStatus(toConnectError(new Refusal(code, message, { ...more, details })));
    if (isShort(cut)) return cut;
  }
  return toGrpcStatus(toConnectError(new Refusal(code, message, { ...more, details: {} })));
}

function isShort({ metadata }: StatusObject): boolean {
  const [details] = metadata?.get('grpc-status-details-bin') ?? [];
  return details === undefined || Buffer.from(details).toString('base64').length <= detailsLengthMax;
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
