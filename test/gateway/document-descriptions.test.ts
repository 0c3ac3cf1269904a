// The served document explains every operation, parameter, property, error and webhook.
import { expect, test } from 'vitest';
import { servedDocument } from '../kit/served.ts';

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
  readonly requestBody?: { readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly headers?: object }>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type Node = { readonly [key: string]: unknown };

const document = servedDocument();
const { paths, webhooks } = document as unknown as { paths: Paths; webhooks: Paths };
const operations = [paths, webhooks].flatMap((group) =>
  Object.entries(group).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ at: `${verb.toUpperCase()} ${path}`, ...operation })),
  ),
);

test('every operation and webhook has a summary and a description: add a comment to its RPC or message', () => {
  expect(operations.filter(({ summary, description }) => !summary || !description).map(({ at }) => at)).toEqual([]);
});

test('every parameter has a description: add a comment to its field, or a term to gateway/openapi/terms', () => {
  const silent = operations.flatMap(({ at, parameters = [] }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${at}: ${name}`),
  );

  expect(silent).toEqual([]);
});

test('every property has a description: add a comment to its field, or a term to gateway/openapi/terms', () => {
  const { schemas } = document.components as { schemas: Record<string, Node> };

  const properties = Object.entries(schemas).flatMap(([name, schema]) => propertiesIn(schema, name));

  expect(properties.length).toBeGreaterThan(2_000);
  expect(properties.filter(({ schema }) => !schema.description).map(({ at }) => at)).toEqual([]);
});

test('every response has a description, and errors name their codes', () => {
  const responses = operations.flatMap(({ at, responses }) =>
    Object.entries(responses).map(([status, { description = '' }]) => ({ at, status, description })),
  );
  const isFailure = (status: string) => Number(status) >= 400;
  const api = responses.filter(({ at }) => at.includes(' /'));

  expect(responses.filter(({ description }) => !description)).toEqual([]);
  expect(api.filter(({ status, description }) => isFailure(status) && !/^- `[A-Z0-9_]+`: \S/.test(description))).toEqual([]);
  expect(paths['/quotes/{quoteId}/execute']?.post?.responses[404]?.description).toBe(
    '- `QUOTE_NOT_FOUND`: There is no such quote.',
  );
});

test('descriptions use the names of JSON', () => {
  const texts = JSON.stringify(document);

  expect(texts).toContain('`payloadToSign`');
  expect(texts).not.toContain('`payload_to_sign`');
});

/** The properties of a schema, including those of objects within it. */
function propertiesIn(schema: unknown, at: string): { at: string; schema: Node }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((one) => propertiesIn(one, at));
  const { properties, ...others } = schema as Node;
  const own = Object.entries((properties ?? {}) as Record<string, Node>);
  return [
    ...own.flatMap(([name, property]) => [{ at: `${at}.${name}`, schema: property }, ...propertiesIn(property, `${at}.${name}`)]),
    ...Object.values(others).flatMap((other) => propertiesIn(other, at)),
  ];
}

test('a refusal that passes with time names the header that tells when', () => {
  const headers = operations.flatMap(({ responses }) =>
    [responses[429], responses[503]].flatMap((failure) => (failure ? [failure.headers] : [])),
  );

  expect(headers.length).toBeGreaterThan(300);
  expect(new Set(headers.map((named = {}) => Object.keys(named).join()))).toEqual(new Set(['Retry-After']));
});

test.each([
  ['/quotes/{quoteId}/authorize', true],
  ['/customers/external-accounts/{externalAccountId}/untrust/confirm', true],
  ['/auth/credentials/{id}/challenge', undefined],
])('the body of %s is required if it may not be empty: %s', (path, required) => {
  const { requestBody } = paths[path]?.post ?? {};

  expect(requestBody).toBeDefined();
  expect(requestBody?.required).toBe(required);
});
