// The checked parts of answers about external accounts.
import type { Answer, Json } from './external-accounts-world.ts';

/** Status and code; only the status on success. */
export function refusal({ status, body }: Answer) {
  return status === 201 ? { status } : { status, code: body.code };
}

/** The invalid fields of an answer. */
export function fieldsOf({ body }: Answer): unknown[] {
  return Array.from(Object(body.details).errors as Json[]).map(({ field }) => field);
}

/** The answer for a missing account. */
export function unknown(id: string): Answer {
  return {
    status: 404,
    body: {
      status: 404,
      code: 'REFERENCE_NOT_FOUND',
      message: `There is no external account ${id}.`,
      details: { resource: 'ExternalAccount' },
    },
  };
}
