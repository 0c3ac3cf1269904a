// Compiles the REST routes of services from their descriptors. An invalid option stops the process before it listens.
import { create, type DescField, type DescMethodUnary, type DescService } from '@bufbuild/protobuf';
import { http as httpRule } from '../../gen/google/api/annotations_pb.ts';
import type { HttpRule } from '../../gen/google/api/http_pb.ts';
import {
  field as fieldRule,
  type MethodRule,
  MethodRuleSchema,
  method as methodRule,
} from '../../gen/payments/rest/v1/rest_pb.ts';
import { MappingMistake } from '../../services/kit/messages/json/problems.ts';
import { errorCodeNamed } from '../../services/kit/messages/json/unions.ts';
import { isUnary, optionOf } from '../../services/kit/messages/options.ts';
import { fieldsOf, parseTemplate, type Segment, shapeOf } from './template.ts';

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A verb and path, and the source of each request field. */
export interface Route {
  readonly verb: Verb;
  readonly path: readonly Segment[];
  readonly method: DescMethodUnary;
  readonly rule: MethodRule;
  readonly pathFields: readonly DescField[];
  readonly headerFields: readonly { readonly header: string; readonly field: DescField }[];
  readonly queryFields: readonly DescField[];
  /** '*' for the whole request, a field for that field alone, undefined for no body. */
  readonly body: '*' | DescField | undefined;
}

/** The routes of all methods with a REST mapping. Throws a `MappingMistake` that names the method. */
export function compileRoutes(services: readonly DescService[]): Route[] {
  const routes = services.flatMap((service) =>
    service.methods.flatMap((method) => {
      try {
        if (!isUnary(method)) return [];
        return routesOf(method);
      } catch (cause) {
        if (!(cause instanceof MappingMistake)) throw cause;
        throw new MappingMistake(`${service.typeName}.${method.name}: ${cause.message}`, { cause });
      }
    }),
  );
  refuseTwins(routes);
  return routes;
}

function routesOf(method: DescMethodUnary): Route[] {
  const http = optionOf(method, httpRule);
  const rule = optionOf(method, methodRule) ?? create(MethodRuleSchema);
  checkRule(rule);
  if (!http) return [];
  const patterns = [http, ...http.additionalBindings].map((binding) => ({ ...patternOf(binding), body: binding.body }));
  const also = rule.also.map((text) => ({ ...parseAlso(text), body: http.body }));
  const routes = [...patterns, ...also].map((pattern) => routeOf(method, rule, pattern));
  for (const route of routes) checkAddresses(route);
  return routes;
}

interface Pattern {
  readonly verb: Verb;
  readonly path: string;
  readonly body: string;
}

const verbs = new Map<string, Verb>([
  ['get', 'GET'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
]);

function patternOf({ pattern }: HttpRule): Pick<Pattern, 'verb' | 'path'> {
  const verb = verbs.get(pattern.case ?? '');
  if (!verb || typeof pattern.value !== 'string') throw new MappingMistake('the HTTP rule has no supported verb.');
  return { verb, path: pattern.value };
}

function parseAlso(text: string): Pick<Pattern, 'verb' | 'path'> {
  const [word = '', path = ''] = text.split(' ');
  const verb = verbs.get(word.toLowerCase());
  if (!verb) throw new MappingMistake(`'${text}' in also must be a verb and a path.`);
  return { verb, path };
}

function routeOf(method: DescMethodUnary, rule: MethodRule, pattern: Pattern): Route {
  const path = parseTemplate(pattern.path);
  const pathFields = fieldsOf(path).map((name) => singleField(method, name));
  const headerFields = rule.headers.map(({ name, field }) => ({ header: name.toLowerCase(), field: singleField(method, field) }));
  const body = bodyOf(method, pattern, rule);
  const bound = new Set<DescField>([...pathFields, ...headerFields.map(({ field }) => field)]);
  const rest = method.input.fields.filter((field) => !bound.has(field) && field !== body);
  const queryFields = body === '*' ? [] : rest.filter((field) => !isMask(field));
  for (const field of queryFields) checkQueryField(field);
  return { verb: pattern.verb, path, method, rule, pathFields, headerFields, queryFields, body };
}

function bodyOf(method: DescMethodUnary, { verb, body }: Pattern, rule: MethodRule): Route['body'] {
  if (rule.multipart && body !== '*') throw new MappingMistake('a multipart method needs the body "*".');
  if (!body) return undefined;
  if (verb === 'GET' || verb === 'DELETE') throw new MappingMistake(`${verb} has no body.`);
  if (body === '*') return '*';
  const field = fieldNamed(method, body);
  if (field.fieldKind !== 'message') throw new MappingMistake(`the body field '${body}' must be a message.`);
  return field;
}

function fieldNamed(method: DescMethodUnary, name: string): DescField {
  const field = method.input.fields.find((candidate) => candidate.name === name);
  if (!field) throw new MappingMistake(`${method.input.typeName} has no field '${name}'.`);
  return field;
}

/** A field that can be filled from text in a path or header. */
function singleField(method: DescMethodUnary, name: string): DescField {
  const field = fieldNamed(method, name);
  const isSingle = (field.fieldKind === 'scalar' || field.fieldKind === 'enum') && !field.oneof;
  if (!isSingle) throw new MappingMistake(`'${name}' must be a scalar or an enum to be filled from a path or a header.`);
  return field;
}

function checkQueryField(field: DescField): void {
  const isTime = field.message?.typeName === 'google.protobuf.Timestamp';
  if (field.fieldKind === 'map' || field.oneof || (field.message && !isTime)) {
    throw new MappingMistake(
      `'${field.name}' is not in the path, a header or the body, and its type cannot come from the query.`,
    );
  }
}

function checkRule(rule: MethodRule): void {
  for (const name of rule.errors) errorCodeNamed(name, { toString: () => 'errors' });
  if (rule.status !== 0 && (rule.status < 200 || rule.status > 299)) throw new MappingMistake('status must be a 2xx.');
}

/** `not_found` is the error code of an id in a path: required there, and not allowed elsewhere. */
function checkAddresses({ method, pathFields }: Route): void {
  for (const field of method.input.fields) {
    const { notFound = '', idKind = '' } = optionOf(field, fieldRule) ?? {};
    const isAddress = pathFields.includes(field);
    if (notFound) errorCodeNamed(notFound, { toString: () => field.name });
    if (notFound && !isAddress) throw new MappingMistake(`'${field.name}' has not_found and is not in the path.`);
    if (idKind && isAddress && !notFound) throw new MappingMistake(`'${field.name}' is an id in the path and needs not_found.`);
  }
}

const isMask = (field: DescField) => field.message?.typeName === 'google.protobuf.FieldMask';

function refuseTwins(routes: readonly Route[]): void {
  const seen = new Map<string, Route>();
  for (const route of routes) {
    const key = `${route.verb} ${shapeOf(route.path)}`;
    const twin = seen.get(key);
    if (twin) throw new MappingMistake(`${key} is mapped twice: by ${twin.method.name} and ${route.method.name}.`);
    seen.set(key, route);
  }
}
