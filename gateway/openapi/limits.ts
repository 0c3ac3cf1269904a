// Limits of a field in JSON Schema, from its validation rules and from limits that its method checks.
import type { DescField } from '@bufbuild/protobuf';
import { isFieldSet } from '@bufbuild/protobuf';
import {
  type FieldRules,
  field as fieldRulesOption,
  RepeatedRulesSchema,
} from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import type { FieldRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { constraintOf } from '../../services/kit/messages/constraint.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import type { Schema } from './json-schema.ts';

export const rulesOf = (field: DescField): FieldRules | undefined => optionOf(field, fieldRulesOption);

/** Pattern, lengths, range and format of a scalar. */
export function limitsOf(field: DescField, rule: FieldRule | undefined): Schema {
  const { format, pattern, minLength, maxLength, enum: allowed } = constraintOf(field) ?? {};
  return {
    ...(format && { format: jsonFormats.get(format) ?? format }),
    ...(pattern !== undefined && { pattern }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(allowed && { enum: [...allowed] }),
    ...numberRange(rulesOf(field)),
    ...documented(rule),
  };
}

/** Minimum and maximum length of a list. */
export function rangeOf(field: DescField): Schema {
  const rules = rulesOf(field);
  if (rules?.type.case !== 'repeated') return {};
  const { minItems, maxItems } = RepeatedRulesSchema.field;
  return {
    ...(isFieldSet(rules.type.value, minItems) && { minItems: Number(rules.type.value.minItems) }),
    ...(isFieldSet(rules.type.value, maxItems) && { maxItems: Number(rules.type.value.maxItems) }),
  };
}

function numberRange(rules: FieldRules | undefined): Schema {
  if (rules?.type.case !== 'int32' && rules?.type.case !== 'int64') return {};
  const { greaterThan, lessThan } = rules.type.value;
  return {
    ...(greaterThan.case === 'gte' && { minimum: Number(greaterThan.value) }),
    ...(greaterThan.case === 'gt' && { exclusiveMinimum: Number(greaterThan.value) }),
    ...(lessThan.case === 'lte' && { maximum: Number(lessThan.value) }),
    ...(lessThan.case === 'lt' && { exclusiveMaximum: Number(lessThan.value) }),
  };
}

/** Limits that have a separate error code. */
function documented(rule: FieldRule | undefined): Schema {
  const { limits } = rule ?? {};
  if (!limits) return {};
  const { minimum, maximum, exclusiveMinimum, pattern, minLength, maxLength } = limits;
  const known = { minimum, maximum, exclusiveMinimum, pattern, minLength, maxLength };
  const set = Object.entries(known).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]));
}

/** Formats of field errors that have other names in JSON Schema. */
const jsonFormats = new Map([['url', 'uri']]);
