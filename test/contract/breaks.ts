// Values that violate the schema of a field, each with a description of the violation.
import type { Schema } from './operations.ts';
import { type Field, isLike, resolved, sampleOf } from './schema.ts';

export interface Break {
  readonly how: string;
  /** JSON text, because it includes numbers that JavaScript cannot represent. */
  readonly text: string;
}

const byType: Readonly<Record<string, readonly string[]>> = {
  string: ['7', 'true', '[]', '{}'],
  number: ['"7"', 'true', '[]', '{}', '1e400', '"NaN"'],
  integer: ['"7"', '1.5', 'true', '[]', '{}', '9007199254740993', '-9007199254740993', '1e400', '"NaN"'],
  boolean: ['"true"', '0', '[]', '{}'],
  array: ['"text"', '7', 'true', '{}'],
  object: ['"text"', '7', 'true', '[]'],
};

/** Values of every other JSON type. */
export function wrongTypes({ schema }: Field): Break[] {
  const whole = resolved(schema);
  const type = whole.oneOf ? 'object' : String([whole.type].flat()[0] ?? '');
  return (byType[type] ?? []).map((text) => ({ how: text, text }));
}

/** Values of the right type beyond a limit of the document. */
export function beyondLimits({ schema, isRequired }: Field): Break[] {
  const whole = resolved(schema);
  if (whole.type === 'array') return itemsBeyond(whole);
  if (whole.type === 'integer') return numbersBeyond(whole);
  if (whole.type !== 'string') return [];
  if (whole.enum) return [named('"NO_SUCH_VALUE"'), named('"unspecified"'), named('""')];
  const { minLength, maxLength, pattern, format } = whole;
  return [
    ...(minLength === undefined || Number(minLength) === 0
      ? []
      : [{ how: 'too short', text: quoted('1'.repeat(Number(minLength) - 1)) }]),
    ...(maxLength === undefined ? [] : [{ how: 'too long', text: quoted('1'.repeat(Number(maxLength) + 1)) }]),
    ...(pattern === undefined ? [] : unlike.filter((text) => !isLike(pattern, text)).map((text) => named(quoted(text)))),
    ...(strictFormats.has(String(format)) ? [named('"no such thing"')] : []),
    ...(isRequired ? [named('""')] : []),
    named('"\\u0000"'),
    named('"\\ud800"'),
  ];
}

const unlike = ['\n', 'é', '<script>', '1\n', ' 1'];
const strictFormats = new Set(['date', 'date-time', 'email', 'uri', 'uuid', 'iso3166-1-alpha-2', 'e.164']);
const quoted = (text: string) => JSON.stringify(text);
const named = (text: string): Break => ({ how: text, text });

function itemsBeyond({ items, minItems, maxItems }: Schema): Break[] {
  const element = JSON.stringify(sampleOf(items as Schema));
  const of = (count: number) => ({ how: `${count} items`, text: `[${Array.from({ length: count }, () => element).join(',')}]` });
  return [...(maxItems === undefined ? [] : [of(Number(maxItems) + 1)]), ...(minItems ? [of(Number(minItems) - 1)] : [])];
}

function numbersBeyond({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): Break[] {
  const beyond = [
    ...(minimum === undefined ? [] : [Number(minimum) - 1]),
    ...(maximum === undefined ? [] : [Number(maximum) + 1]),
    ...(exclusiveMinimum === undefined ? [] : [Number(exclusiveMinimum)]),
    ...(exclusiveMaximum === undefined ? [] : [Number(exclusiveMaximum)]),
  ];
  return beyond.map((number) => ({ how: `${number}`, text: `${number}` }));
}
