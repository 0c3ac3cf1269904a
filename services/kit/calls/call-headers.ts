// Headers of a call, at every door: accepted formats, and what happens to others.
import { IdempotencyKey } from '../../../gen/payments/rest/v1/rest_pb.ts';

const requestIdShape = /^[A-Za-z0-9._:-]{1,128}$/;
const traceShape = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const keyShape = /^[\x20-\x7e]{1,255}$/;

/** The result of a header parser. Null and undefined mean that the header is absent. */
type Header = string | readonly string[] | null | undefined;

/** The caller's request id (`x-request-id`), or a new one if it is not fit for logs. */
export function requestIdOf(given: Header): string {
  return typeof given === 'string' && requestIdShape.test(given) ? given : crypto.randomUUID();
}

/** The trace context to forward (`traceparent`). A malformed one is dropped. */
export function traceOf(given: Header): { traceparent?: string } {
  return typeof given === 'string' && traceShape.test(given) ? { traceparent: given } : {};
}

/** The field name of errors in the key. */
export const keyHeader = 'Idempotency-Key';

/** The error in the idempotency key of a call, by the rule of its method. */
export function keyProblem(given: Header, rule: IdempotencyKey | undefined): string | undefined {
  if (!rule) return undefined;
  if (given === undefined || given === null) return rule === IdempotencyKey.REQUIRED ? 'is required' : undefined;
  return typeof given === 'string' && keyShape.test(given) ? undefined : 'must be 1 to 255 printable ASCII characters';
}
