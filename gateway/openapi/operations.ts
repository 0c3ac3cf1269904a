// Operations of the document: one per mapped method.
import type { DescField, DescMessage, DescMethodUnary } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { oneof as oneofRules } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { Authentication, IdempotencyKey, type MethodRule, message as messageRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { isRead } from '../../services/kit/calls/dry-runs.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import type { Route } from '../transcoder/compile.ts';
import { successesOf } from '../transcoder/response.ts';
import { described, fieldText, messageText, methodText, summaryOf } from './descriptions.ts';
import { examples } from './examples.ts';
import { failures } from './failures.ts';
import type { Schema } from './json-schema.ts';
import { rulesOf } from './limits.ts';
import type { Components } from './schemas.ts';

/** An operation and its path: `/customers/{customerId}`. */
export function operationOf(route: Route, components: Components): { path: string; operation: Schema } {
  const { method, rule } = route;
  const body = bodyOf(route, components);
  const operation = {
    operationId: method.localName,
    summary: summaryOf(method),
    ...described(methodText(method)),
    ...(rule.successor && { deprecated: true }),
    tags: [rule.tag || method.parent.name],
    parameters: parametersOf(route, components),
    ...(body && { requestBody: body }),
    responses: { ...successes(route, components), ...failures(rule) },
    security: securityOf(rule),
  };
  return { path: pathOf(route), operation };
}

function pathOf({ path, pathFields }: Route): string {
  const names = pathFields.map(({ jsonName }) => `{${jsonName}}`);
  return `/${path.map((segment) => ('literal' in segment ? segment.literal : names.shift())).join('/')}`;
}

function parametersOf({ method, pathFields, queryFields, headerFields, rule }: Route, components: Components): Schema[] {
  const inPath = pathFields.map((field) => parameter({ name: field.jsonName, in: 'path', required: true }, fieldText(field)));
  const inQuery = queryFields.map((field) => queryParameter(field, components));
  const inHeader = headerFields.map(({ header, field }) => parameter({ name: titled(header), in: 'header' }, fieldText(field)));
  return [...inPath, ...inQuery, ...inHeader, ...keyHeader(rule), ...dryRunHeader(method, rule)];
}

function parameter(place: Schema, text: string | undefined): Schema {
  return { ...place, ...described(text), schema: { type: 'string' } };
}

function queryParameter(field: DescField, components: Components): Schema {
  const { description, ...schema } = components.fieldSchema(field, 'request');
  const list = field.fieldKind === 'list' ? { style: 'form', explode: true } : {};
  const required = rulesOf(field)?.required ? { required: true } : {};
  return { name: field.jsonName, in: 'query', description, ...required, ...list, schema };
}

function keyHeader({ idempotencyKey }: MethodRule): Schema[] {
  const place = { name: 'Idempotency-Key', in: 'header' };
  if (idempotencyKey === IdempotencyKey.REQUIRED) return [parameter({ ...place, required: true }, keyText)];
  return idempotencyKey === IdempotencyKey.OPTIONAL ? [parameter(place, keyText)] : [];
}

const keyText = 'Repeats of the request with the same key have its effect only once, and return its response.';

function dryRunHeader(method: DescMethodUnary, { noDryRun }: MethodRule): Schema[] {
  if (isRead(method) || noDryRun) return [];
  return [{ name: 'Dry-Run', in: 'header', description: dryRunText, schema: { type: 'boolean', default: false } }];
}

const dryRunText = 'Answers what would happen, and changes nothing.';

const titled = (header: string) => header.replace(/(^|-)[a-z]/g, (text) => text.toUpperCase());

function bodyOf(
  { method, verb, rule, body, pathFields, headerFields, queryFields }: Route,
  components: Components,
): Schema | undefined {
  if (!body) return undefined;
  const elsewhere = [...pathFields, ...queryFields, ...headerFields.map(({ field }) => field)];
  const omit = new Set(elsewhere.map(({ name }) => name));
  const message = body === '*' ? method.input : body.message;
  if (!message) return undefined;
  const type = rule.multipart ? 'multipart/form-data' : 'application/json';
  const schema = components.refTo(message, 'request', body === '*' ? omit : undefined);
  const { request: example } = examples[method.localName] ?? {};
  const isRequired = verb === 'PATCH' || requiresBody(message, omit);
  return { ...(isRequired && { required: true }), content: { [type]: contentOf(schema, example) } };
}

/** The body of an operation that is no update is optional if it may be empty. */
function requiresBody(message: DescMessage, omit: ReadonlySet<string>): boolean {
  if (optionOf(message, messageRule)?.requiredSets.length) return true;
  const isUnionRequired = message.oneofs.some((oneof) => optionOf(oneof, oneofRules)?.required);
  return isUnionRequired || message.fields.some((field) => !omit.has(field.name) && rulesOf(field)?.required);
}

/** One response per status. If several messages share a status, any of them. */
function successes(route: Route, components: Components): Schema {
  const byStatus = Map.groupBy(successesOf(route), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, answers]) => [
      status,
      answerOf(
        answers.map(({ message }) => message),
        components,
        examples[route.method.localName]?.responses[status],
      ),
    ]),
  );
}

function answerOf(messages: readonly DescMessage[], components: Components, example: unknown): Schema {
  const full = messages.filter(({ typeName }) => typeName !== EmptySchema.typeName);
  const refs = full.map((message) => components.refTo(message, 'response'));
  const description = full.map((message) => messageText(message) ?? message.name).join(' Or: ') || 'Done.';
  if (refs.length === 0) return { description };
  const schema = refs.length === 1 ? refs[0] : { oneOf: refs };
  return { description, content: { 'application/json': contentOf(schema, example) } };
}

const contentOf = (schema: Schema | undefined, example: unknown) => ({ schema, ...(example !== undefined && { example }) });

function securityOf({ authentication }: MethodRule): Schema[] {
  if (authentication === Authentication.NONE) return [];
  return [authentication === Authentication.AGENT ? { AgentAuth: [] } : { BasicAuth: [] }];
}
