// Ids in paths, queries and bodies: an answer never reveals whether another platform has a resource.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { field as fieldRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { nameOf } from '../../services/kit/messages/fail.ts';
import { errorCodeNamed } from '../../services/kit/messages/json/unions.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import { openWorld } from '../kit/any-world.ts';
import type { Tenant } from '../kit/platform.ts';
import type { RestAnswer } from '../kit/rest.ts';
import { lists, type Operation, operations, withVariable } from './operations.ts';
import { credentialOf, idOf, kindOf, requestOf, requiredQuery, send, unknownId, withIdsOf } from './requests.ts';
import { makeThings, type Things } from './things.ts';

const world = await openWorld();
const things = await makeThings(world);
const other = await world.newPlatform();
const foreign = await makeThings(other);

const addressed = withVariable.flatMap((operation) =>
  operation.variables.filter((name) => kindOf(operation, name) !== '').map((variable) => ({ ...operation, variable })),
);

describe.each(addressed)('$name, by its $variable', (operation) => {
  const { variable } = operation;
  const kind = kindOf(operation, variable);
  const code = codeOf(operation, variable);
  const ask = (id: string) => {
    const request = requestOf(operation, things);
    return send(world, operation, { ...request, ids: { ...request.ids, [variable]: id } });
  };

  test.each([
    'x',
    kind,
    `${kind}:`,
    randomUUID(),
    `${kind}:${randomUUID()}x`,
    `${kind}:${randomUUID().toUpperCase()}`,
    `${kind.toLowerCase()}:${randomUUID()}`,
    `${kind}:${randomUUID().replaceAll('-', '')}`,
    `Elephant:${randomUUID()}`,
    `${kind}:';%20drop%20table%20x;%20--`,
    '%00',
    '%F0%9F%92%A9',
    '%2e%2e%2f',
    '$%7Bx%7D',
    'x'.repeat(500),
  ])('the malformed id %s is not found', async (id) => {
    const { status, body } = await ask(id);

    expect([status, body.code]).toEqual([404, code]);
  });

  test('an unknown id is not found', async () => {
    const { status, body } = await ask(unknownId(operation, variable));

    expect([status, body.code]).toEqual([404, code]);
  });

  test("another platform's id gets the same error", async () => {
    const id = idOf(operation, variable, foreign) ?? '';
    const unknown = unknownId(operation, variable);

    const theirs = await ask(id);
    const nobodys = await ask(unknown);

    expect(id, 'thingsByKind of requests.ts needs a thing of this kind, or specimens.ts an id').not.toBe('');
    expect([theirs.status, theirs.body.code]).toEqual([404, code]);
    expect(wordsOf(theirs, id)).toEqual(wordsOf(nobodys, unknown));
  });

  test('an encoded id is the same id', async () => {
    const unknown = unknownId(operation, variable);

    const encoded = await ask(encodeURIComponent(unknown));

    expect(wordsOf(encoded, unknown)).toEqual(wordsOf(await ask(unknown), unknown));
  });
});

test('these requests changed nothing of the other platform', async () => {
  const readable = addressed.filter((operation) => operation.verb === 'GET' && idOf(operation, operation.variable, foreign));
  for (const operation of readable) {
    const { status } = await send(other, operation, requestOf(operation, foreign));
    expect([operation.name, status]).toEqual([operation.name, 200]);
  }
});

/** Operations whose queries or bodies hold ids. */
const naming = operations.flatMap((operation) => {
  const { query, body } = requestOf(operation, things);
  return namesIn({ query, body }).map((thing) => ({ ...operation, thing }));
});

describe.each(naming)('$name with $thing', (operation) => {
  const { thing } = operation;
  const ask = (id: string) => {
    const request = requestOf(operation, things);
    const { query, body } = withIdsOf({ query: request.query, body: request.body }, things, { ...things, [thing]: id });
    return send(world, operation, { ...request, query, ...(body !== undefined && { body }) });
  };

  test("another platform's id and an unknown id get identical errors", async () => {
    const unknown = (things[thing] ?? '').replace(/:.*/, `:${randomUUID()}`);

    const theirs = await ask(foreign[thing] ?? '');
    const nobodys = await ask(unknown);

    expect(wordsOf(theirs, foreign[thing] ?? '')).toEqual(wordsOf(nobodys, unknown));
    expect(theirs.status === 200 ? theirs.body.data : theirs.status).toEqual(
      theirs.status === 200 ? [] : expect.toBeOneOf([400, 404]),
    );
  });

  test.each(['x', '', `Elephant:${randomUUID()}`, 'Customer:', `Customer:${randomUUID()}'`])(
    'the malformed %s is invalid, or matches nothing',
    async (id) => {
      const { status, body } = await ask(id);

      if (status === 200) expect(body).toMatchObject({ data: [], hasMore: false });
      else if (status === 404) expect(body.code).toMatch(/NOT_FOUND$/);
      else expect([status, body.code, body.details.errors.length]).toEqual([400, 'INVALID_INPUT', 1]);
    },
  );
});

test.each(lists)('$name shows nothing of another platform', async (operation) => {
  const all = { limit: '100' };
  const ask = (tenant: Pick<Tenant, 'rest'>, own: Things) => {
    const { ids } = requestOf(operation, own);
    return send(tenant, operation, { ids, query: { ...requiredQuery(operation, own), ...all }, ...credentialOf(operation, own) });
  };
  const own = await ask(world, things);
  const mine = JSON.stringify(own.body.data);
  const theirs = (await ask(other, foreign)).body.data;

  for (const { id } of theirs) expect(mine).not.toContain(id);
  expect(Object.values(foreign).filter((id) => mine.includes(id))).toEqual([]);
});

/** The names of the things whose ids occur in a value. */
function namesIn(value: unknown): (keyof Things & string)[] {
  const text = JSON.stringify(value);
  return Object.keys(things).filter((name) => things[name]?.includes(':') && text.includes(things[name]));
}

function codeOf({ route }: Operation, variable: string): string {
  const field = route.pathFields.find(({ jsonName }) => jsonName === variable);
  const { notFound = '' } = (field && optionOf(field, fieldRule)) ?? {};
  return nameOf(errorCodeNamed(notFound, { toString: () => variable }));
}

/** An answer without the id itself. */
function wordsOf({ status, body }: RestAnswer, id: string): unknown {
  return { status, body: JSON.parse(JSON.stringify(body).replaceAll(id, '<id>')) };
}
