// The refusals of an operation in the document: one response per HTTP status, with its codes.
import { ErrorCode, ErrorCodeSchema } from '../../gen/payments/common/v1/error_pb.ts';
import { IdempotencyKey, type MethodRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { nameOf, statusOf } from '../../services/kit/messages/fail.ts';
import { errorText } from './descriptions.ts';
import { errorRef } from './errors.ts';
import type { Schema } from './json-schema.ts';

/** The errors of the operation, and those of every operation. */
export function failures({ errors, sandbox, idempotencyKey }: MethodRule): Schema {
  const named = errors.map(
    (name) => ErrorCodeSchema.values.find((value) => value.name === `ERROR_CODE_${name}`)?.number as ErrorCode,
  );
  const early = idempotencyKey === IdempotencyKey.UNSPECIFIED ? [] : [ErrorCode.CONFLICT]; // the first call with the key is still running
  const codes = new Set([...named, ...everywhere, ...early, ...(sandbox ? [ErrorCode.FORBIDDEN] : [])]);
  const byStatus = Map.groupBy(codes, statusOf);
  const sorted = [...byStatus].sort(([left], [right]) => left - right);
  return Object.fromEntries(sorted.map(([status, reasons]) => [status, failureOf(status, reasons)]));
}

const everywhere = [
  ErrorCode.INVALID_INPUT,
  ErrorCode.UNAUTHORIZED,
  ErrorCode.FORBIDDEN,
  ErrorCode.RATE_LIMITED,
  ErrorCode.INTERNAL_ERROR,
  ErrorCode.SERVICE_SWITCH_ERROR, // many operations call a provider, some through other services
  ErrorCode.SERVICE_UNAVAILABLE,
];

function failureOf(status: number, codes: readonly ErrorCode[]): Schema {
  return {
    description: codes.map((code) => `- \`${nameOf(code)}\`: ${errorText(code)}`).join('\n'),
    ...(status in headers && { headers: headers[status] }),
    content: { 'application/json': { schema: errorRef(status) } },
  };
}

const retryAfter = {
  'Retry-After': { description: 'Whole seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 1 } },
};
const headers: Readonly<Record<number, Schema>> = { 429: retryAfter, 503: retryAfter };
