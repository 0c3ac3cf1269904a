// What comes with a call in headers, at every door: the shapes that are taken, and what becomes of others.
import { randomUUID } from 'node:crypto';
import { IdempotencyKey } from '../../../gen/payments/rest/v1/rest_pb.ts';

const requestIdShape = /^[A-Za-z0-9._:-]{1,128}$/;
const traceShape = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const keyShape = /^[\x20-\x7e]{1,255}$/;

/** What a header parser gives; null and undefined stand for none. */
type Header = string | readonly string[] | null | undefined;

/** The caller's id of the request (`x-request-id`), or a fresh one in place of one that is not fit for logs. */
export function requestIdOf(given: Header): string {
  return typeof given === 'string' && requestIdShape.test(given) ? given : randomUUID();
}

/** The trace context to hand on (`traceparent`); one that is malformed is dropped. */
export function traceOf(given: Header): { traceparent?: string } {
  return typeof given === 'string' && traceShape.test(given) ? { traceparent: given } : {};
}

/** The name under which problems of the key are told. */
export const keyHeader = 'Idempotency-Key';

/** What is wrong with the idempotency key of a call, by the rule of its method; undefined when nothing is. */
export function keyProblem(given: Header, rule: IdempotencyKey | undefined): string | undefined {
  if (!rule) return undefined;
  if (given === undefined || given === null) return rule === IdempotencyKey.REQUIRED ? 'is required' : undefined;
  return typeof given === 'string' && keyShape.test(given) ? undefined : 'must be 1 to 255 printable ASCII characters';
}
