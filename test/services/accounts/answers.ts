// What tests look at in answers about external accounts.
import type { Answer, Json } from './external-accounts-world.ts';

/** Status and code; the status alone where nothing was refused. */
export function refusal({ status, body }: Answer) {
  return status === 201 ? { status } : { status, code: body.code };
}

/** The fields that are told to be wrong. */
export function fieldsOf({ body }: Answer): unknown[] {
  return Array.from(Object(body.details).errors as Json[]).map(({ field }) => field);
}

/** How an account is answered that is not there. */
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
