// The schemas of error bodies: one per HTTP status, with its codes.
import { FieldErrorSchema } from '../../gen/payments/common/v1/error_detail_pb.ts';
import { type ErrorCode, ErrorCodeSchema } from '../../gen/payments/common/v1/error_pb.ts';
import { nameOf, statusOf } from '../../services/kit/messages/fail.ts';
import type { Schema } from './json-schema.ts';
import type { Components } from './schemas.ts';

/** Adds `Error400`, `Error401`, … to the components. */
export function addErrorSchemas(components: Components): void {
  const fieldError = components.refTo(FieldErrorSchema, 'response');
  for (const [status, codes] of codesByStatus())
    components.schemas[`Error${status}`] = errorSchema({ status, codes, fieldError });
}

/** A reference to the error body of a status. */
export function errorRef(status: number): Schema {
  return { $ref: `#/components/schemas/Error${status}` };
}

interface ErrorFacts {
  readonly status: number;
  readonly codes: readonly string[];
  readonly fieldError: Schema;
}

function errorSchema({ status, codes, fieldError }: ErrorFacts): Schema {
  const errors = { type: 'array', description: 'All invalid fields.', items: fieldError };
  const facts = 'Further facts. `reason` distinguishes cases that share a code.';
  const details = {
    type: 'object',
    description: facts,
    additionalProperties: true,
    ...(status === 400 && { properties: { errors } }),
  };
  return {
    type: 'object',
    required: ['status', 'code', 'message'],
    properties: {
      status: { type: 'integer', description: 'The HTTP status.', enum: [status] },
      code: { type: 'string', description: 'The reason, for programs.', enum: codes },
      message: { type: 'string', description: 'The reason, for people. It may change.' },
      ...(status === 401 && { reason: { type: 'string', description: 'Distinguishes cases that share a code.' } }),
      details,
    },
  };
}

function codesByStatus(): Map<number, string[]> {
  const byStatus = new Map<number, string[]>();
  for (const { number } of ErrorCodeSchema.values.filter(({ number }) => number !== 0)) {
    const code = number as ErrorCode;
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), nameOf(code)]);
  }
  return byStatus;
}
