// Operations of the document: one per mapped method.
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { oneof as oneofRules } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { type ErrorCode, ErrorCodeSchema } from '../../gen/payments/common/v1/error_pb.ts';
import { Authentication, IdempotencyKey, type MethodRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { statusOf } from '../../services/kit/messages/fail.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import type { Route } from '../transcoder/compile.ts';
import { successesOf } from '../transcoder/response.ts';
import { errorRef } from './errors.ts';
import type { Schema } from './json-schema.ts';
import { rulesOf } from './limits.ts';
import type { Components } from './schemas.ts';

/** An operation and its path: `/customers/{customerId}`. */
export function operationOf(route: Route, components: Components): { path: string; operation: Schema } {
  const { method, rule } = route;
  const body = bodyOf(route, components);
  const operation = {
    operationId: method.localName,
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

function parametersOf({ pathFields, queryFields, headerFields, rule }: Route, components: Components): Schema[] {
  const inPath = pathFields.map((field) => ({ name: field.jsonName, in: 'path', required: true, schema: { type: 'string' } }));
  const inQuery = queryFields.map((field) => queryParameter(field, components));
  const inHeader = [...headerFields.map(({ header }) => ({ header, required: false })), ...keyHeader(rule)];
  const headers = inHeader.map(({ header, required }) => ({
    name: titled(header),
    in: 'header',
    ...(required && { required }),
    schema: { type: 'string' },
  }));
  return [...inPath, ...inQuery, ...headers];
}

function queryParameter(field: DescField, components: Components): Schema {
  const schema = components.fieldSchema(field, 'request');
  const list = field.fieldKind === 'list' ? { style: 'form', explode: true } : {};
  const required = rulesOf(field)?.required ? { required: true } : {};
  return { name: field.jsonName, in: 'query', ...required, ...list, schema };
}

function keyHeader({ idempotencyKey }: MethodRule): { header: string; required: boolean }[] {
  const header = 'idempotency-key';
  if (idempotencyKey === IdempotencyKey.REQUIRED) return [{ header, required: true }];
  return idempotencyKey === IdempotencyKey.OPTIONAL ? [{ header, required: false }] : [];
}

const titled = (header: string) => header.replace(/(^|-)[a-z]/g, (text) => text.toUpperCase());

function bodyOf(
  { method, rule, body, pathFields, headerFields, queryFields }: Route,
  components: Components,
): Schema | undefined {
  if (!body) return undefined;
  const elsewhere = [...pathFields, ...queryFields, ...headerFields.map(({ field }) => field)];
  const omit = new Set(elsewhere.map(({ name }) => name));
  const message = body === '*' ? method.input : body.message;
  if (!message) return undefined;
  const type = rule.multipart ? 'multipart/form-data' : 'application/json';
  const schema = components.refTo(message, 'request', body === '*' ? omit : undefined);
  return { ...(requiresBody(message, omit) && { required: true }), content: { [type]: { schema } } };
}

/** A body is optional if none of its fields is required. */
function requiresBody(message: DescMessage, omit: ReadonlySet<string>): boolean {
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
      ),
    ]),
  );
}

function answerOf(messages: readonly DescMessage[], components: Components): Schema {
  const full = messages.filter(({ typeName }) => typeName !== EmptySchema.typeName);
  const refs = full.map((message) => components.refTo(message, 'response'));
  const description = full.map(({ name }) => name).join(' or ') || 'Done.';
  if (refs.length === 0) return { description };
  return { description, content: { 'application/json': { schema: refs.length === 1 ? refs[0] : { oneOf: refs } } } };
}

/** The errors of the operation, and those of every operation. */
function failures({ errors, sandbox, idempotencyKey }: MethodRule): Schema {
  const named = errors.map(
    (name) => ErrorCodeSchema.values.find((value) => value.name === `ERROR_CODE_${name}`)?.number as ErrorCode,
  );
  const early = idempotencyKey === IdempotencyKey.UNSPECIFIED ? [] : [409]; // the first call with the key is still running
  const statuses = new Set([...named.map(statusOf), ...everywhere, ...early, ...(sandbox ? [403] : [])]);
  const sorted = [...statuses].sort((left, right) => left - right);
  return Object.fromEntries(sorted.map((status) => [status, failureOf(status)]));
}

const everywhere = [400, 401, 403, 429, 500, 503];

function failureOf(status: number): Schema {
  return {
    description: `The request was refused with status ${status}.`,
    content: { 'application/json': { schema: errorRef(status) } },
  };
}

function securityOf({ authentication }: MethodRule): Schema[] {
  if (authentication === Authentication.NONE) return [];
  return [authentication === Authentication.AGENT ? { AgentAuth: [] } : { BasicAuth: [] }];
}
