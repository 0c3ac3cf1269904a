// The constraint of a field error, derived from the validation rules of the field.
import { type DescField, isFieldSet } from '@bufbuild/protobuf';
import {
  type FieldRules,
  field as fieldRulesExtension,
  type StringRules,
  StringRulesSchema,
} from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { field as fieldRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { enumNames } from './json/enums.ts';
import type { FieldConstraint } from './json/problems.ts';
import { optionOf } from './options.ts';

const known = new Map<DescField, FieldConstraint | undefined>();

/** The constraint of a field's values, or of a list's elements. Undefined if there is none. */
export function constraintOf(field: DescField): FieldConstraint | undefined {
  if (known.has(field)) return known.get(field);
  const constraint = compile(field);
  const nonEmpty = Object.keys(constraint).length ? constraint : undefined;
  known.set(field, nonEmpty);
  return nonEmpty;
}

function compile(field: DescField): FieldConstraint {
  const rules = elementRules(field, optionOf(field, fieldRulesExtension));
  const constraint: FieldConstraint = rules?.type.case === 'string' ? fromString(rules.type.value) : {};
  if (field.enum) constraint.enum = allowedNames(field, rules);
  if (field.message?.typeName === 'google.protobuf.Timestamp') constraint.format = 'date-time';
  const format = optionOf(field, fieldRule)?.format;
  if (format) constraint.format = format;
  return constraint;
}

/** The rules of the elements for a list or map, otherwise of the field itself. */
function elementRules(field: DescField, rules: FieldRules | undefined): FieldRules | undefined {
  if (field.fieldKind === 'list') return rules?.type.case === 'repeated' ? rules.type.value.items : undefined;
  if (field.fieldKind === 'map') return rules?.type.case === 'map' ? rules.type.value.values : undefined;
  return rules;
}

function fromString(rules: StringRules): FieldConstraint {
  const { field } = StringRulesSchema;
  const length = isFieldSet(rules, field.len) ? Number(rules.len) : undefined;
  const minLength = isFieldSet(rules, field.minLen) ? Number(rules.minLen) : length;
  const maxLength = isFieldSet(rules, field.maxLen) ? Number(rules.maxLen) : length;
  const format = rules.wellKnown.case && (formats.get(rules.wellKnown.case) ?? rules.wellKnown.case);
  return {
    ...(format && { format }),
    ...(rules.pattern && { pattern: rules.pattern }),
    ...(rules.in.length && { enum: [...rules.in] }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

/** Formats whose names differ from those of the rules: HTML input types take precedence. */
const formats = new Map<string, string>([
  ['uri', 'url'],
  ['address', 'hostname'],
]);

function allowedNames(field: DescField, rules: FieldRules | undefined): string[] {
  if (!field.enum) return [];
  const names = enumNames(field.enum);
  if (rules?.type.case !== 'enum') return names.all;
  const { in: allowed, notIn } = rules.type.value;
  const numbers = [...names.byNumber.keys()].filter(
    (number) => (!allowed.length || allowed.includes(number)) && !notIn.includes(number),
  );
  return numbers.map((number) => names.byNumber.get(number) ?? '');
}
