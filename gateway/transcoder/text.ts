// Values in text: path segments, query parameters, headers and parts of forms.
import { type DescField, ScalarType } from '@bufbuild/protobuf';
import type { FieldProblems } from '../../services/kit/messages/json/problems.ts';
import { enumCodec, type ReadValue, scalarCodec } from '../../services/kit/messages/json/scalars.ts';
import { timeCodec } from '../../services/kit/messages/json/well-known.ts';

export type ReadText = (text: string, problems: FieldProblems) => unknown;

/** Compiles the reader of a filter: a date without a time is its first millisecond, or as an upper bound its last. */
export function filterReader(field: DescField): ReadText {
  const read = textReader(field);
  if (!field.message) return read;
  const time = upperBound.test(field.name) ? 'T23:59:59.999Z' : 'T00:00:00Z';
  return (text, problems) => read(dayShape.test(text) ? text + time : text, problems);
}

const upperBound = /_before$|^end_date$/;
const dayShape = /^\d{4}-\d\d-\d\d$/;

/** Compiles the reader of a field's value in text. For lists, of an element. */
export function textReader(field: DescField): ReadText {
  if (field.enum) return enumCodec(field.enum).read;
  if (field.message) return timeCodec.read;
  return scalarReader(field.scalar ?? ScalarType.STRING);
}

function scalarReader(type: ScalarType): ReadText {
  const { read } = scalarCodec(type);
  if (type === ScalarType.STRING || type === ScalarType.BYTES) return read;
  if (type === ScalarType.BOOL) return (text, problems) => read(booleans.get(text), problems);
  return numberReader(read, fractional.has(type) ? numberShape : integerShape);
}

const booleans = new Map([
  ['true', true],
  ['false', false],
]);
const fractional = new Set([ScalarType.DOUBLE, ScalarType.FLOAT]);
const integerShape = /^-?\d+$/;
const numberShape = /^-?\d+(\.\d+)?$/;

/** Digits only: no spaces or exponents, which `Number` would accept. */
function numberReader(read: ReadValue, shape: RegExp): ReadText {
  return (text, problems) => read(shape.test(text) ? Number(text) : undefined, problems);
}
