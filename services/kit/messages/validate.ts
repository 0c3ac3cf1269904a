// Validates a message by the rules of its proto, for REST and RPC callers.
import { setTimeout as pause } from 'node:timers/promises';
import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import { createValidator } from '@bufbuild/protovalidate';
import { type Address, addressesOf, notFound } from './addressed-fields.ts';
import { toFieldError } from './broken-rules.ts';
import type { Check } from './check.ts';
import type { Refusal } from './fail.ts';
import { checksOf, mayBeIgnored, runChecks } from './field-checks.ts';
import { fieldInBody, invalidInput, onePerField } from './invalid-input.ts';
import { type FieldError, type FieldProblems, problemsMax } from './json/problems.ts';

export { invalidInput } from './invalid-input.ts';
export type { FieldConstraint, FieldError } from './json/problems.ts';

const patterns = new Map<string, RegExp>();
const validator = createValidator({ regexMatch: matches });

/** V8's regular expressions, each compiled once. Patterns come only from our own protos. */
function matches(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (!compiled) patterns.set(pattern, (compiled = new RegExp(pattern, 'u')));
  return compiled.test(text);
}

/** Violations, at most one per field and a hundred in total. None of fields that may be ignored, and below them. */
export function violationsOf(desc: DescMessage, message: object): FieldError[] {
  const result = validator.validate(desc, message as Message);
  if (result.kind === 'error') throw result.error;
  const violations = (result.violations ?? []).filter(({ field }) => !field.some(mayBeIgnored));
  const errors = violations.slice(0, problemsMax).map(toFieldError);
  runChecks(desc, message, (error) => {
    if (errors.length < problemsMax) errors.push(error);
  });
  return onePerField(errors);
}

/** Results of decoding the body: its errors, and the field that is the whole body. */
export interface Decoded {
  readonly problems: FieldProblems;
  readonly bodyKey?: string;
}

/** Returns the refusal of an invalid request, or undefined. */
export type Refuse = (request: Message, decoded?: Decoded) => Refusal | undefined;

/**
 * Validates requests of a type by the rules of its proto and by its checks, which must handle requests that violate other rules. All errors
 * of the body, rules and checks are returned in one INVALID_INPUT. Only a request with a valid shape gets the error that the addressed
 * resource (a field with `not_found`) cannot exist. A body with a hundred errors is not validated further.
 */
export function refuserOf(desc: DescMessage, checks: readonly Check[]): Refuse {
  expectRequests(desc);
  const own = checks.filter(({ message }) => message === desc);
  return (request, decoded) => {
    const addresses = prepareValidation(desc);
    if (decoded?.problems.isFull) return invalidInput(decoded.problems.errors, decoded.problems.code);
    const failed = own.flatMap(({ problems }) => problems(request as never)).slice(0, problemsMax);
    const violations = [...violationsOf(desc, request), ...failed];
    if (!violations.length && !decoded?.problems.errors.length) return undefined;

    const rules = violations.filter(({ field }) => !addresses.some(({ key }) => key === field));
    const errors = decoded ? merge(decoded, rules) : rules;
    if (errors.length) return invalidInput(errors, rules.length ? undefined : decoded?.problems.code);
    const missing = addresses.find(({ key }) => violations.some(({ field }) => field === key));
    return missing && notFound(missing, request);
  };
}

const prepared = new Map<DescMessage, readonly Address[]>();
const expected = new Set<DescMessage>();

/** Compiles the rules of a request type, once, and returns the fields that address resources. Throws if rules contradict each other. */
export function prepareValidation(desc: DescMessage): readonly Address[] {
  const known = prepared.get(desc);
  if (known) return known;
  const result = validator.validate(desc, create(desc));
  if (result.kind === 'error') throw result.error;
  checksOf(desc);
  const addresses = addressesOf(desc);
  prepared.set(desc, addresses);
  expected.delete(desc);
  return addresses;
}

/** Registers a request type. */
function expectRequests(desc: DescMessage): void {
  if (!prepared.has(desc)) expected.add(desc);
}

/**
 * Compiles the rules of all registered request types, one at a time with pauses. Together they would delay a start, so this runs after the process
 * has started to serve, and its requests hardly wait for it. Throws at the first mistake.
 */
export async function prepareExpected(): Promise<void> {
  for (const desc of expected) {
    prepareValidation(desc);
    await pause(preparingPauseMs);
  }
}

const preparingPauseMs = 250;

/** An error of the body hides rule violations at its path and below, because the message has no value there. */
function merge({ problems, bodyKey }: Decoded, rules: readonly FieldError[]): FieldError[] {
  const reported = problems.errors.map(({ field }) => field);
  const isReported = (field: string) => reported.some((path) => field === path || path === '' || field.startsWith(`${path}.`));
  const relative = rules.map((error) => ({ ...error, field: fieldInBody(error.field, bodyKey) }));
  return [...problems.errors, ...relative.filter(({ field }) => !isReported(field))];
}
