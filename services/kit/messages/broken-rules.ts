// Violations of validation rules as field errors, with the JSON names of fields.
import type { DescField, DescOneof } from '@bufbuild/protobuf';
import type { Path } from '@bufbuild/protobuf/reflect';
import type { Violation } from '@bufbuild/protovalidate';
import { union as unionRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { constraintOf } from './constraint.ts';
import type { FieldConstraint, FieldError } from './json/problems.ts';
import { optionOf } from './options.ts';

export function toFieldError(violation: Violation): FieldError {
  const field = wirePath(violation.field);
  if (violation.ruleId === 'required') return { field, message: 'is required' };
  const last = violation.field.findLast((part) => part.kind === 'field');
  const constraint = last && aboutValue(violation) ? constraintOf(last as DescField) : undefined;
  const message = sentenceOf(violation, constraint);
  return constraint ? { field, constraint, message } : { field, message };
}

/** False for rules on a whole list or map and rules over several fields, which have no constraint. */
function aboutValue({ ruleId }: Violation): boolean {
  return standardRule.test(ruleId);
}

const standardRule = /^(string|enum|timestamp|bytes|u?int(32|64)|double)\./;

/** Our own message, because that of the library contains regular expressions and enum numbers. */
function sentenceOf({ ruleId, message }: Violation, constraint: FieldConstraint | undefined): string {
  if (ruleId.startsWith('enum.') || ruleId === 'string.in') return 'is not one of the allowed values';
  if (ruleId.endsWith('.pattern')) return constraint?.format ? `is not a valid ${constraint.format}` : 'has an invalid format';
  return message;
}

/** The path of a violation by JSON keys, without oneofs and members of flat unions. */
function wirePath(path: Path): string {
  const keys: (string | number | bigint | boolean)[] = [];
  for (const part of path) {
    if (part.kind === 'list_sub') keys.push(part.index);
    else if (part.kind === 'map_sub') keys.push(part.key);
    else if (part.kind === 'oneof') keys.push(...discriminatorOf(part));
    else if (part.kind === 'field' && !isFlat(part)) keys.push(part.jsonName);
  }
  return keys.join('.');
}

function isFlat(field: DescField): boolean {
  return field.oneof !== undefined && optionOf(field.oneof, unionRule) !== undefined;
}

/** For an unset required oneof: its discriminator, or the first of its keys. */
function discriminatorOf(oneof: DescOneof): string[] {
  const rule = optionOf(oneof, unionRule);
  if (rule?.discriminator) return [rule.discriminator];
  const [first] = oneof.fields;
  return first && !rule ? [first.jsonName] : [];
}
