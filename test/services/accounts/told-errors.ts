// The field errors of an external account.
import { expect } from 'vitest';
import type { Json, Platform } from './external-accounts-world.ts';

export const path = '/customers/external-accounts';

export function isRequired(field: string): Json {
  return { field, message: 'is required' };
}

export function valuesOf(wrong: Readonly<Record<string, readonly unknown[]>>): [string, unknown][] {
  return Object.entries(wrong).flatMap(([field, values]) => values.map((value): [string, unknown] => [field, value]));
}

export function errorsIn(platform: Platform) {
  async function errorsOf(body: Json): Promise<Json[]> {
    const answer = await platform.rest('POST', path, { body });
    expect(answer).toMatchObject({ status: 400, body: { status: 400, code: 'INVALID_INPUT', message: expect.any(String) } });
    return Object(answer.body.details).errors;
  }

  return { errorsOf };
}
