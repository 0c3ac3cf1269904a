// Field errors in words for the person who fills in the form.
import { refusalFrom } from '../../services/kit/messages/fail.ts';
import type { FieldError } from '../../services/kit/messages/json/problems.ts';
import type { Field } from './form-fields.ts';

/** The name of a field on the page, and its error. */
export type FieldProblem = readonly [name: string, message: string];

/** Errors that the page finds before it calls a service. */
export class WrongFields extends Error {
  readonly fields: readonly FieldProblem[];

  constructor(fields: readonly FieldProblem[]) {
    super('Some fields are invalid.');
    this.fields = fields;
  }
}

/** A part of the page: the prefix of its field names, and its fields. */
export interface Part {
  readonly prefix: string;
  readonly fields: readonly Field[];
}

/** The errors of a part. A refusal without fields refers to its file. Rethrows errors that the person cannot correct. */
export function problemsIn(error: unknown, { prefix, fields }: Part): readonly FieldProblem[] {
  if (error instanceof WrongFields) return error.fields;
  const refusal = refusalFrom(error);
  if (!refusal || refusal.status >= 500) throw error;
  const errors = refusal.details?.errors;
  if (!Array.isArray(errors)) return [[`${prefix}file`, refusal.message]];
  return (errors as FieldError[]).map((one) => {
    const name = prefix + nameOnPage(one.field);
    return [
      name,
      sentenceOf(
        one,
        fields.find((field) => field.name === name),
      ),
    ] as const;
  });
}

/** A list is one field, and a missing address is reported at its first line. */
export function nameOnPage(field: string): string {
  return field.replace(/\.\d+$/, '').replace(/(^|\.)address$/, '$&.line1');
}

function sentenceOf({ message, constraint }: FieldError, field: Field | undefined): string {
  const label = (field?.label ?? 'This field').replace(' (optional)', '');
  if (message === 'is required') return `${label} is required.`;
  if (field?.kind === 'file') return `The file ${message}.`;
  if (constraint?.maxLength !== undefined) return `${label} must not be longer than ${constraint.maxLength} characters.`;
  if (field?.wrong !== undefined) return field.wrong;
  if (field?.kind === 'date') return `${label}: enter a valid date that is not in the future.`;
  if (field?.kind === 'country' || field?.kind === 'countries') return `${label}: choose a country from the list.`;
  if (typeof field?.kind === 'object') return `${label}: choose from the list.`;
  return `${label} is not valid. Check it and try again.`;
}
