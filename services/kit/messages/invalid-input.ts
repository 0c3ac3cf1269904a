// The refusal of a request with invalid fields.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from './fail.ts';
import { type FieldError, problemsMax } from './json/problems.ts';

/** `INVALID_INPUT` with field errors. `code` for points where the contract names another code. */
export function invalidInput(errors: readonly FieldError[], code: ErrorCode = ErrorCode.INVALID_INPUT): Refusal {
  const unique = onePerField(errors).slice(0, problemsMax);
  const message = unique.length === 1 ? '1 field is invalid' : `${unique.length} fields are invalid`;
  return fail(code, message, { errors: unique });
}

/** The first error of each field. */
export function onePerField(errors: readonly FieldError[]): FieldError[] {
  if (errors.length < 2) return [...errors];
  const byField = new Map<string, FieldError>();
  for (const error of errors) if (!byField.has(error.field)) byField.set(error.field, error);
  return [...byField.values()];
}

/** The path of a field of the request in its body. `bodyKey`: the field that is the whole body, if only one is. */
export function fieldInBody(field: string, bodyKey: string | undefined): string {
  if (field === bodyKey) return '';
  return bodyKey !== undefined && field.startsWith(`${bodyKey}.`) ? field.slice(bodyKey.length + 1) : field;
}
