// Malformed bodies: every operation refuses them with a JSON error and a 4xx status.
import { describe, expect, test } from 'vitest';
import { openWorld } from '../kit/any-world.ts';
import { operations, withJson } from './operations.ts';
import { requestOf, send, unknownId } from './requests.ts';
import { resolved } from './schema.ts';
import { makeThings } from './things.ts';

const world = await openWorld();
const things = await makeThings(world);
const json = { 'content-type': 'application/json' };

const wholes: { which: string; payload: string; isJson?: boolean }[] = [
  { which: 'half an object', payload: '{"a":' },
  { which: 'no JSON', payload: 'a=1' },
  { which: 'a list', payload: '[{}]', isJson: true },
  { which: 'a string', payload: '"text"', isJson: true },
  { which: 'a number', payload: '1e400', isJson: true },
  { which: 'null', payload: 'null', isJson: true },
  { which: 'NaN', payload: 'NaN' },
  { which: 'a comment', payload: '{} // x' },
  { which: 'a list in a list, ten thousand times', payload: '['.repeat(10_000) + ']'.repeat(10_000) },
  { which: 'lists that never end', payload: '['.repeat(100_000) },
  { which: 'more than 1 MiB', payload: JSON.stringify({ description: 'x'.repeat(1024 * 1024) }) },
];

describe.each(withJson)('$name', (operation) => {
  const { route } = operation;
  const request = requestOf(operation, things);

  test.each(wholes.filter(({ isJson }) => !isJson || !route.rule.bodyMayBeIgnored))('refuses $which', async ({ payload }) => {
    const { status, body } = await send(world, operation, { ...request, payload, headers: json });

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'x',
    'multipart/form-data; boundary=x',
  ])('refuses the content type %s', async (type) => {
    const { status, body } = await send(world, operation, {
      ...request,
      payload: JSON.stringify(request.body),
      headers: { 'content-type': type },
    });

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test('refuses deeply nested values under unknown keys', async () => {
    const payload = `{${Object.keys(propertiesOf(operation.json))
      .map((key) => `"${key}":${deep}`)
      .join(',')}}`;

    const { status, body } = await send(world, operation, { ...request, payload, headers: json });

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test('reads nothing from a prototype', async () => {
    const payload = `{"__proto__":${JSON.stringify(request.body)},"constructor":{"prototype":{"polluted":1}}}`;

    const ids = Object.fromEntries(operation.variables.map((name) => [name, unknownId(operation, name)]));

    const answer = await send(world, operation, { ...request, ids, payload, headers: json });
    const bare = await send(world, operation, { ...request, ids, payload: '{}', headers: json });

    expect([answer.status, answer.body.details]).toEqual([bare.status, bare.body.details]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;

function propertiesOf(schema: (typeof withJson)[number]['json']): object {
  const whole = resolved(schema);
  const [branch] = (whole.oneOf ?? [whole]) as (typeof whole)[];
  return (resolved(branch ?? {}).properties ?? {}) as object;
}

test.each(withJson.filter(({ verb }) => verb === 'PATCH'))('$name requires a body', async (operation) => {
  const { body: _, ...request } = requestOf(operation, things);

  const { status, body } = await send(world, operation, { ...request, headers: json });

  expect([status, body.code, body.message]).toEqual([400, 'INVALID_INPUT', 'The body is missing. Send a JSON object.']);
});

test.each(operations.filter(({ json }) => !json))('$name, which has no body, tolerates one', async (operation) => {
  const unknown = await send(world, operation, { ...requestOf(operation, things), ids: {}, payload: '{"a":', headers: json });

  expect(unknown.status).toBeLessThan(500);
});
