// Refusals: expected errors. They cross RPC as a typed detail, and the gateway renders them as the public error body.
import { create, type JsonObject } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { type ErrorDetail, ErrorDetailSchema } from '../../../gen/payments/common/v1/error_detail_pb.ts';
import { ErrorCode, ErrorCodeSchema } from '../../../gen/payments/common/v1/error_pb.ts';
import { value as valueRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { optionOf } from './options.ts';

/** Optional parts of a refusal: details, and how long to wait before a retry. */
export interface RefusalDetails {
  readonly details?: JsonObject;
  readonly retryAfterSeconds?: number;
  /** The refusal was stored for the same idempotency key. */
  readonly replayed?: boolean;
  /** The resource already exists. */
  readonly isDuplicate?: boolean;
}

/** For messages that quote the request. Over gRPC the message is a header, and many clients accept 8 KiB of headers. */
const messageLengthMax = 500;

/** An expected error with a code and a message for the caller. Create it with `fail`. Services never catch it. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly more: RefusalDetails;

  constructor(code: ErrorCode, message: string, more: RefusalDetails = {}) {
    super(message.length > messageLengthMax ? `${message.slice(0, messageLengthMax)}…` : message);
    this.name = 'Refusal';
    this.code = code;
    this.more = more;
  }

  get details(): JsonObject | undefined {
    return this.more.details;
  }

  get retryAfterSeconds(): number | undefined {
    return this.more.retryAfterSeconds;
  }

  /** The HTTP status of the code, from the proto. */
  get status(): number {
    return statusOf(this.code);
  }
}

/** Creates a refusal: `throw fail(ErrorCode.QUOTE_NOT_FOUND, 'There is no quote …')`. */
export function fail(code: ErrorCode, message: string, details?: JsonObject): Refusal {
  return new Refusal(code, message, details ? { details } : {});
}

/** A refusal because the resource already exists. By RPC it is ALREADY_EXISTS instead of FAILED_PRECONDITION; by REST both are 409. */
export function duplicate(code: ErrorCode, message: string, details?: JsonObject): Refusal {
  return new Refusal(code, message, { ...(details && { details }), isDuplicate: true });
}

/** HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return rules.get(code)?.status ?? 500;
}

/** What the caller can do about an error of this code, if it is always the same. */
export function nextStepOf(code: ErrorCode): string | undefined {
  return rules.get(code)?.nextStep || undefined;
}

/** The wire name of an error code: `QUOTE_NOT_FOUND`. */
export function nameOf(code: ErrorCode): string {
  return names.get(code) ?? 'INTERNAL_ERROR';
}

/**
 * How long to wait before a retry, in whole seconds, at least one. Every 429 and 503 has a value, except for the daily volume, where
 * waiting does not help on the same day.
 */
export function waitOf({ code, status, retryAfterSeconds }: Refusal): number | undefined {
  if (retryAfterSeconds !== undefined) return Math.max(1, Math.ceil(retryAfterSeconds));
  const isShort = (status === 429 && code !== ErrorCode.DAILY_VOLUME_LIMIT_EXCEEDED) || status === 503;
  return isShort ? 1 : undefined;
}

/** A refusal for RPC: the status code for its HTTP status, or for a duplicate, and the typed detail. */
export function toConnectError(refusal: Refusal): ConnectError {
  const code = refusal.more.isDuplicate ? Code.AlreadyExists : (rpcCode.get(refusal.status) ?? Code.Internal);
  return new ConnectError(refusal.message, code, undefined, [{ desc: ErrorDetailSchema, value: toDetail(refusal) }], refusal);
}

/** The typed detail of a refusal. */
export function toDetail(refusal: Refusal): ErrorDetail {
  const detail = create(ErrorDetailSchema, { code: refusal.code, message: refusal.message });
  if (refusal.details) detail.details = refusal.details;
  if (refusal.retryAfterSeconds !== undefined) detail.retryAfterSeconds = refusal.retryAfterSeconds;
  if (refusal.more.isDuplicate) detail.isDuplicate = true;
  return detail;
}

/** The refusal inside an error of a call, if any. */
export function refusalFrom(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof ConnectError)) return undefined;
  if (error.cause instanceof Refusal) return error.cause;
  const detail = error.findDetails(ErrorDetailSchema)[0];
  if (detail) return fromDetail(detail);
  const code = codeByRpc.get(error.code);
  return code === undefined ? undefined : new Refusal(code, error.rawMessage);
}

/** Whether another service, a provider or the connection to it has caused the error. Others are defects. */
export function isOfCall(error: unknown): boolean {
  return error instanceof ConnectError || refusalFrom(error) !== undefined;
}

/** The refusal that a typed detail describes. */
export function fromDetail(detail: ErrorDetail): Refusal {
  const { details, retryAfterSeconds, isDuplicate } = detail;
  return new Refusal(detail.code, detail.message, {
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(isDuplicate && { isDuplicate }),
  });
}

const rules = new Map(ErrorCodeSchema.values.map((value) => [value.number as ErrorCode, optionOf(value, valueRule)]));
const names = new Map(ErrorCodeSchema.values.map((value) => [value.number as ErrorCode, value.name.slice('ERROR_CODE_'.length)]));

const rpcCode = new Map<number, Code>([
  [400, Code.InvalidArgument],
  [401, Code.Unauthenticated],
  [403, Code.PermissionDenied],
  [404, Code.NotFound],
  [405, Code.Unimplemented],
  [409, Code.FailedPrecondition],
  [410, Code.NotFound],
  [412, Code.FailedPrecondition],
  [423, Code.FailedPrecondition],
  [424, Code.Unavailable],
  [429, Code.ResourceExhausted],
  [500, Code.Internal],
  [501, Code.Unimplemented],
  [503, Code.Unavailable],
]);

/** The meaning of untyped RPC errors. All others are internal errors. */
const codeByRpc = new Map<Code, ErrorCode>([
  [Code.InvalidArgument, ErrorCode.INVALID_INPUT],
  [Code.OutOfRange, ErrorCode.INVALID_INPUT],
  [Code.Unauthenticated, ErrorCode.UNAUTHORIZED],
  [Code.PermissionDenied, ErrorCode.FORBIDDEN],
  [Code.NotFound, ErrorCode.REFERENCE_NOT_FOUND],
  [Code.AlreadyExists, ErrorCode.CONFLICT],
  [Code.FailedPrecondition, ErrorCode.CONFLICT],
  [Code.Aborted, ErrorCode.CONFLICT],
  [Code.ResourceExhausted, ErrorCode.RATE_LIMITED],
  [Code.Unimplemented, ErrorCode.NOT_IMPLEMENTED],
  [Code.Unavailable, ErrorCode.SERVICE_UNAVAILABLE],
  [Code.DeadlineExceeded, ErrorCode.SERVICE_UNAVAILABLE],
]);
