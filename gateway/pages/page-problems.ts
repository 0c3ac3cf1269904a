// What is wrong with what was typed, field by field, in words for those who typed it.
import { refusalFrom } from '../../services/kit/fail.ts';

/** A field, below the part of the page that it belongs to, and what is wrong with it. */
export type FieldProblem = readonly [name: string, message: string];

/** What the page itself finds wrong. */
export class WrongFields extends Error {
  readonly fields: readonly FieldProblem[];

  constructor(fields: readonly FieldProblem[]) {
    super('Some fields are wrong.');
    this.fields = fields;
  }
}

/** What a refusal says of fields; of a file, where it names none. Throws again what is no mistake of who typed. */
export function problemsIn(error: unknown): readonly FieldProblem[] {
  if (error instanceof WrongFields) return error.fields;
  const refusal = refusalFrom(error);
  if (!refusal || refusal.status >= 500) throw error;
  const errors = refusal.details?.errors;
  if (!Array.isArray(errors)) return [['file', refusal.message]];
  return errors.map((one) => {
    const { field, message = 'is not right' } = one as { field: string; message?: string };
    return [nameOnPage(field), `This ${message}`] as const;
  });
}

/** A list is one field, and an address that is missing whole is told at its first line. */
export function nameOnPage(field: string): string {
  return field.replace(/\.\d+$/, '').replace(/(^|\.)address$/, '$&.line1');
}
