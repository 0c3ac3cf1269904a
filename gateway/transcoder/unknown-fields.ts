// Unknown fields and query parameters: ignored with a warning, or refused if the request asks for it.
import type { IncomingHttpHeaders } from 'node:http';
import type { FieldProblems, UnknownField } from '../../services/kit/messages/json/problems.ts';
import { editsBetween, editsMax } from './edits.ts';

/** `Service-Strict: true` refuses unknown fields. */
export const strictHeader = 'service-strict';

/** Notes the query parameters that the operation does not have. */
export function noteUnknownParameters(query: object, known: readonly string[], problems: FieldProblems): void {
  for (const key of Object.keys(query)) if (!known.includes(key)) problems.noteUnknown(key, known);
}

/** Refuses the unknown fields of a strict request. Returns the `Warning` header (RFC 7234, section 5.5) of any other, if it has some. */
export function judgeUnknown(problems: FieldProblems, headers: IncomingHttpHeaders): string | undefined {
  const { unknown } = problems;
  if (unknown.length === 0) return undefined;
  if (headers[strictHeader] === 'true') {
    for (const one of unknown) problems.refuseField(nameOf(one), `is unknown${suggestionFor(one)}`);
    return undefined;
  }
  return unknown.map((one) => `299 - "${printable(nameOf(one))} is unknown${suggestionFor(one)}"`).join(', ');
}

/** The path of the field. A key with many digits can be a secret in the wrong place, which is not repeated. */
function nameOf({ field, key }: UnknownField): string {
  const digits = key.match(/\d/g)?.length ?? 0;
  return digits > digitsMax ? `${field.slice(0, field.length - key.length)}?` : field;
}

const digitsMax = 2;

function suggestionFor({ key, known }: UnknownField): string {
  const given = key.slice(0, lengthMax).toLowerCase();
  const [nearest] = known
    .map((name) => ({ name, edits: editsBetween(given, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= editsMax && edits < name.length / 2)
    .sort((left, right) => left.edits - right.edits);
  return nearest ? `, did you mean ${nearest.name}?` : '';
}

const lengthMax = 100;

/** A name in a header: letters that cannot end it. */
const printable = (name: string) => name.slice(0, lengthMax).replaceAll(/[^\w.$-]/g, '?');
