// Converts the request of an operation to the message of its RPC, and the reply to the status and body of REST.
import { create, type DescMethodUnary, type DescService, type Message } from '@bufbuild/protobuf';
import { compileRoutes, type Route } from '../../../gateway/transcoder/compile.ts';
import { type Arrival, compileRequest, compileRest, type Read } from '../../../gateway/transcoder/request.ts';
import { compileResponse, type Write } from '../../../gateway/transcoder/response.ts';
import { shapeOf } from '../../../gateway/transcoder/template.ts';
import { judgeUnknown } from '../../../gateway/transcoder/unknown-fields.ts';
import { Refusal } from '../../../services/kit/messages/fail.ts';
import { fieldInBody, invalidInput } from '../../../services/kit/messages/invalid-input.ts';
import { type FieldError, FieldProblems } from '../../../services/kit/messages/json/problems.ts';
import type { MessageRecord } from '../../../services/kit/messages/json/slot.ts';
import type { AnyOperation, Parts } from '../src/operation.ts';
import { compileForm, type SendPart } from './form.ts';

export interface Conversion {
  readonly method: DescMethodUnary;
  /** Throws INVALID_INPUT for values that the message cannot have. Sends large files of a form. */
  readonly read: (outgoing: Outgoing) => Promise<Message>;
  readonly write: Write;
  /** A refusal of the RPC with the names that fields have in the body. */
  readonly refusalOf: (refusal: Refusal) => Refusal;
}

export interface Outgoing {
  readonly input: Parts;
  readonly headers: Headers;
  readonly sendPart: SendPart;
}

/** The service has the RPC of the operation. */
export function compileConversion(service: DescService, { verb, path, rpc }: AnyOperation): Conversion {
  const shape = path.replaceAll(/\{\w+\}/g, '{}');
  const route = compileRoutes([service]).find((one) => one.verb === verb && shapeOf(one.path) === shape);
  if (!route) throw new Error(`${rpc} is not at ${verb} ${path}.`);
  const read = route.rule.multipart ? formReader(route) : bodyReader(route);
  return {
    method: route.method,
    read: async (outgoing) => {
      const { message, decoded } = await read(outgoing);
      const { problems } = decoded;
      judgeUnknown(problems, { 'service-strict': outgoing.headers.get('service-strict') ?? undefined });
      if (problems.errors.length > 0) throw invalidInput(problems.errors, problems.code);
      return message;
    },
    write: compileResponse(route),
    refusalOf: (refusal) => (typeof route.body === 'object' ? inBody(refusal, route.body.jsonName) : refusal),
  };
}

function inBody(refusal: Refusal, bodyKey: string): Refusal {
  const errors = refusal.details?.errors;
  if (!Array.isArray(errors)) return refusal;
  const named = (errors as FieldError[]).map((error) => ({ ...error, field: fieldInBody(error.field, bodyKey) }));
  return new Refusal(refusal.code, refusal.message, { ...refusal.more, details: { ...refusal.details, errors: named } });
}

type Reader = (outgoing: Outgoing) => Promise<Read>;

function bodyReader(route: Route): Reader {
  const read = compileRequest(route);
  return async (outgoing) => read(arrivalOf(route, outgoing));
}

function formReader(route: Route): Reader {
  const fill = compileForm(route);
  const finish = compileRest(route);
  return async (outgoing) => {
    const message = create(route.method.input) as Message & MessageRecord;
    const problems = new FieldProblems();
    if (!(outgoing.input.body instanceof FormData)) problems.refuse('must be a form');
    else await fill(message, outgoing.input.body, { problems, sendPart: outgoing.sendPart });
    return finish(message, arrivalOf(route, outgoing), problems);
  };
}

/** The request as it would arrive by REST. */
function arrivalOf({ pathFields }: Route, { input, headers }: Outgoing): Arrival {
  const values: Readonly<Record<string, unknown>> = { ...input.path };
  const query = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined);
  return {
    params: Object.fromEntries(pathFields.map(({ name, jsonName }) => [name, String(values[jsonName])])),
    query: Object.fromEntries(query.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)])),
    headers: Object.fromEntries(headers),
    body: jsonOf(input.body),
  };
}

/** As JSON carries it: without keys that are undefined, and dates as text. */
const jsonOf = (body: unknown): unknown =>
  body === undefined || body instanceof FormData ? undefined : JSON.parse(JSON.stringify(body));
