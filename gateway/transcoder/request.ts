// Reads a request message of a route from path, query, headers and a JSON body.
import { create, type DescField, type Message } from '@bufbuild/protobuf';
import { FieldMaskSchema } from '@bufbuild/protobuf/wkt';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import type { IdempotencyKey } from '../../gen/payments/rest/v1/rest_pb.ts';
import { keyHeader, keyProblem } from '../../services/kit/calls/call-headers.ts';
import { fail } from '../../services/kit/messages/fail.ts';
import type { Codec } from '../../services/kit/messages/json/codec.ts';
import { compileBodyCodec, compileCodec } from '../../services/kit/messages/json/compile-codec.ts';
import { FieldProblems, Presence } from '../../services/kit/messages/json/problems.ts';
import type { MessageRecord } from '../../services/kit/messages/json/slot.ts';
import { isObject } from '../../services/kit/messages/json/well-known.ts';
import type { Decoded } from '../../services/kit/messages/validate.ts';
import type { Route } from './compile.ts';
import { filterReader, type ReadText, textReader } from './text.ts';
import { noteUnknownParameters } from './unknown-fields.ts';

/** The parts of a framework request that are used here. */
export interface Arrival {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

export interface Read {
  readonly message: Message;
  readonly decoded: Decoded;
  readonly idempotencyKey: string | undefined;
}

type Fill = (message: MessageRecord, arrival: Arrival, problems: FieldProblems) => void;

/** Compiles the reader of a route's requests with a JSON body or none. Throws only if the body is not an object, or an update has none. */
export function compileRequest(route: Route): (arrival: Arrival) => Read {
  const start = bodyReader(route);
  const finish = compileRest(route);
  return (arrival) => {
    if (route.verb === 'PATCH' && arrival.body === undefined) throw noBody();
    const problems = new FieldProblems();
    return finish(start(arrival, problems), arrival, problems);
  };
}

const noBody = () => fail(ErrorCode.INVALID_INPUT, 'The body is missing. Send a JSON object.');

/** Compiles the reader of everything except the body: path, headers, query, the update mask. The form reader uses it too. */
export function compileRest(route: Route): (message: MessageRecord, arrival: Arrival, problems: FieldProblems) => Read {
  const fills = [...route.pathFields.map(fromPath), ...route.headerFields.map(fromHeader), ...route.queryFields.map(fromQuery)];
  const keyRule = route.rule.idempotencyKey;
  const parameters = route.queryFields.map(({ jsonName }) => jsonName);
  const bodyKey = typeof route.body === 'object' ? { bodyKey: route.body.jsonName } : {};
  return (message, arrival, problems) => {
    for (const fill of fills) fill(message, arrival, problems);
    noteUnknownParameters(arrival.query, parameters, problems);
    const idempotencyKey = keyRule ? keyOf(arrival, problems, keyRule) : undefined;
    return { message: message as Message & MessageRecord, decoded: { problems, ...bodyKey }, idempotencyKey };
  };
}

function bodyReader(route: Route): (arrival: Arrival, problems: FieldProblems) => MessageRecord {
  const { input } = route.method;
  const { body } = route;
  if (body === undefined) return () => create(input) as Message & MessageRecord;
  if (body !== '*') return bodyFieldReader(route, body);

  const elsewhere = [...route.pathFields, ...route.headerFields.map(({ field }) => field)];
  const codec = compileBodyCodec(input, new Set(elsewhere.map((field) => field.name)));
  const decode = decoder(route, codec);
  return (arrival, problems) => {
    const { message, mask } = decode(arrival.body === undefined ? {} : arrival.body, problems);
    if (mask) message[mask.name] = mask.value;
    return message;
  };
}

function bodyFieldReader(route: Route, field: DescField) {
  const decode = decoder(route, compileCodec(field.message ?? route.method.input));
  return (arrival: Arrival, problems: FieldProblems): MessageRecord => {
    const request = create(route.method.input) as Message & MessageRecord;
    if (arrival.body === undefined) return request;
    const { message, mask } = decode(arrival.body, problems);
    request[field.localName] = message;
    if (mask) request[mask.name] = mask.value;
    return request;
  };
}

/** Decodes a body. If the request has a field mask, sets it to the keys of the body. */
function decoder(route: Route, codec: Codec) {
  const maskField = route.method.input.fields.find((field) => field.message?.typeName === FieldMaskSchema.typeName);
  return (json: unknown, problems: FieldProblems) => {
    const object = isObject(json) ? json : otherBody(route);
    const presence = maskField ? new Presence() : undefined;
    problems.presence = presence;
    const message = codec.decode(object, problems) ?? codec.blank();
    problems.presence = undefined;
    if (!maskField || !presence) return { message };
    return { message, mask: { name: maskField.localName, value: create(FieldMaskSchema, { paths: presence.paths }) } };
  };
}

/** Read instead of a body that is not an object. */
function otherBody({ rule }: Route): object {
  if (rule.bodyMayBeIgnored) return {};
  throw fail(ErrorCode.INVALID_INPUT, 'The body must be a JSON object.');
}

function fromPath(field: DescField): Fill {
  const read = textReader(field);
  return (message, { params }, problems) => set({ message, field, read, problems }, params[field.name]);
}

function fromHeader({ header, field }: Route['headerFields'][number]): Fill {
  const read = textReader(field);
  return (message, { headers }, problems) => {
    const text = headers[header];
    set({ message, field, read, problems, key: header }, Array.isArray(text) ? text.join(', ') : text);
  };
}

function fromQuery(field: DescField): Fill {
  const read = filterReader(field);
  const key = field.jsonName;
  if (field.fieldKind === 'list') return listFromQuery(field, read);
  return (message, { query }, problems) => {
    const text = query[key];
    if (Array.isArray(text)) problems.refuseAt(key, 'must not be repeated');
    else set({ message, field, read, problems }, text);
  };
}

/** Lists are repeated keys, one key with commas, or both. */
function listFromQuery(field: DescField, read: ReadText): Fill {
  const key = field.jsonName;
  return (message, { query }, problems) => {
    const given = query[key];
    if (given === undefined) return;
    const texts = (Array.isArray(given) ? given : [given]).flatMap((text) => text.split(',')).filter((text) => text !== '');
    problems.enter(key);
    if (problems.mayHold(texts.length)) {
      message[field.localName] = texts.flatMap((text, index) => readElement({ text, index, read, problems }));
    }
    problems.leave();
  };
}

function readElement(element: { text: string; index: number; read: ReadText; problems: FieldProblems }): unknown[] {
  const { text, index, read, problems } = element;
  problems.enter(index);
  const value = read(text, problems);
  problems.leave();
  return value === undefined ? [] : [value];
}

interface Target {
  readonly message: MessageRecord;
  readonly field: DescField;
  readonly read: ReadText;
  readonly problems: FieldProblems;
  /** The name in errors. Default: the JSON name of the field. */
  readonly key?: string;
}

function set({ message, field, read, problems, key }: Target, text: string | undefined): void {
  if (text === undefined) return;
  problems.enter(key ?? field.jsonName);
  const value = read(text, problems);
  problems.leave();
  if (value !== undefined) message[field.localName] = value;
}

function keyOf({ headers }: Arrival, problems: FieldProblems, rule: IdempotencyKey): string | undefined {
  const key = headers['idempotency-key'];
  const problem = keyProblem(key, rule);
  if (problem !== undefined) return problems.refuseAt(keyHeader, problem);
  return typeof key === 'string' ? key : undefined;
}
