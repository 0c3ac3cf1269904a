// Values in text: path segments, query parameters, headers and parts of forms.
import { type DescField, ScalarType } from '@bufbuild/protobuf';
import type { FieldProblems } from '../../services/kit/json/problems.ts';
import { enumCodec, type ReadValue, scalarCodec } from '../../services/kit/json/scalars.ts';
import { timeCodec } from '../../services/kit/json/well-known.ts';

export type ReadText = (text: string, problems: FieldProblems) => unknown;

/** Compiles how one value of the field is read from text; a list's element for a list. */
export function textReader(field: DescField): ReadText {
  if (field.enum) return enumCodec(field.enum).read;
  if (field.message) return timeCodec.read;
  return scalarReader(field.scalar ?? ScalarType.STRING);
}

function scalarReader(type: ScalarType): ReadText {
  const { read } = scalarCodec(type);
  if (type === ScalarType.STRING || type === ScalarType.BYTES) return read;
  if (type === ScalarType.BOOL) return (text, problems) => read(booleans.get(text), problems);
  return numberReader(read);
}

const booleans = new Map([
  ['true', true],
  ['false', false],
]);
const numberShape = /^-?\d+(\.\d+)?$/;

/** Digits only: neither blanks nor exponents, which `Number` would take. */
function numberReader(read: ReadValue): ReadText {
  return (text, problems) => read(numberShape.test(text) ? Number(text) : undefined, problems);
}
