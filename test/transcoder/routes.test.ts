// Requests through registered routes: binding of paths, queries, headers and bodies, and the shape of answers.
import { create } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import {
  Colour,
  CreateSpecimenRequestSchema,
  GetSpecimenRequestSchema,
  LabelSpecimenRequestSchema,
  ListSpecimensRequestSchema,
  PlaceSchema,
  SpecimenSchema,
  UpdateSpecimenRequestSchema,
  UpdateSpecimenResponseSchema,
} from '../../gen/payments/test/v1/specimen_pb.ts';
import { customerId, openBench, prefix, specimenId } from './specimens.ts';

const path = `/specimens/${specimenId}`;
const least = { name: 'Fern', weight: 1, colour: 'RED', specimenType: 'PLANT' };
const headers = { authorization: 'all' };

test('a JSON body fills the request and the answer is JSON with the status of the rule', async () => {
  const { app, arrived } = await openBench({ reply: () => ({ message: create(SpecimenSchema, { id: 'x' }) }) });

  const answer = await app.inject({ method: 'POST', url: `${prefix}/specimens`, headers, payload: least });

  expect(answer.statusCode).toBe(201);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toMatchObject({ id: 'x', tags: [] });
  expect(arrived[0]?.request).toEqual(
    create(CreateSpecimenRequestSchema, { name: 'Fern', weight: 1n, colour: Colour.RED, kind: { case: 'plant', value: {} } }),
  );
});

test.each([path, path.replace(':', '%3A'), path.replace(':', '%3a')])('GET %s reaches the method', async (url) => {
  const { app, arrived } = await openBench();

  const answer = await app.inject({ url: prefix + url, headers });

  expect(answer.statusCode).toBe(200);
  expect(arrived[0]?.request).toEqual(create(GetSpecimenRequestSchema, { specimenId }));
});

test('a query fills scalars, enums, times and lists; what is unknown is ignored', async () => {
  const { app, arrived } = await openBench();
  const query = `limit=5&names=a&names=b,c&colours=RED,blue.deep&isRare=false&foundAfter=2025-10-13T00:00:00Z&ownerId=${customerId}&weight=-3&ratio=1.5&x=1`;

  const answer = await app.inject({ url: `${prefix}/specimens?${query}`, headers });

  expect(answer.statusCode).toBe(200);
  expect(arrived[0]?.request).toEqual(
    create(ListSpecimensRequestSchema, {
      limit: 5,
      names: ['a', 'b', 'c'],
      colours: [Colour.RED, Colour.DEEP_BLUE],
      isRare: false,
      foundAfter: { seconds: 1_760_313_600n },
      ownerId: customerId,
      weight: -3n,
      ratio: 1.5,
    }),
  );
});

const badQueries = [
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=', 'limit'],
  ['limit=1e1', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=%201', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['isRare=TRUE', 'isRare'],
  ['isRare=1', 'isRare'],
  ['colours=RED,red', 'colours.1'],
  ['foundAfter=2025-10-13', 'foundAfter'],
  ['ownerId=Customer:1', 'ownerId'],
  [`ownerId=${specimenId}`, 'ownerId'],
  ['weight=9007199254740993', 'weight'],
  ['cursor=%00', 'cursor'],
];

test.each(badQueries)('?%s is refused at %s', async (query, field) => {
  const { app } = await openBench();

  const answer = await app.inject({ url: `${prefix}/specimens?${query}`, headers });

  expect(answer.statusCode).toBe(400);
  expect(answer.json().details.errors.map((error: { field: string }) => error.field)).toEqual([field]);
});

test('a body field, the path and the query fill one request together; further bindings are the same operation', async () => {
  const { app, arrived } = await openBench();
  const expected = create(LabelSpecimenRequestSchema, { specimenId, label: { text: 't' }, dryRun: true });

  await app.inject({ method: 'PUT', url: `${prefix}${path}/label?dryRun=true`, headers, payload: { text: 't' } });
  await app.inject({ method: 'POST', url: `${prefix}/labels/${specimenId}?dryRun=true`, headers, payload: { text: 't' } });

  expect(arrived.map(({ request }) => request)).toEqual([expected, expected]);
});

test('problems in a body field are told relative to the body', async () => {
  const { app } = await openBench();
  const label = (payload?: object) =>
    ({ method: 'PUT', url: `${prefix}${path}/label`, headers, ...(payload && { payload }) }) as const;

  const unreadable = await app.inject(label({ place: { line1: 5 } }));
  const absent = await app.inject(label());

  expect(unreadable.json().details.errors).toEqual([
    { field: 'place.line1', message: 'must be a string' },
    { field: 'text', message: 'is required' },
  ]);
  expect(absent.json().details.errors).toEqual([{ field: '', message: 'is required' }]);
});

test('an update carries the mask of what it names, its headers, and nothing that the path or headers fill from the body', async () => {
  const { app, arrived } = await openBench({ reply: () => ({ message: outcome('unchanged') }) });
  const payload = {
    specimenId: 'other', requestId: 'other', createdBy: 'me', owner: null, hint: null, place: { city: 'c' }, specimenType: 'PLANT', leaves: 3,
  }; // biome-ignore format: one thing

  const answer = await app.inject({ method: 'PATCH', url: prefix + path, headers: { ...headers, 'Request-Id': 'r' }, payload });

  expect(answer.statusCode).toBe(204);
  expect(arrived[0]?.request).toEqual(
    create(UpdateSpecimenRequestSchema, {
      specimenId,
      requestId: 'r',
      place: { city: 'c' },
      kind: { case: 'plant', value: { leaves: 3 } },
      updateMask: { paths: ['owner', 'place.city', 'plant.leaves'] },
    }),
  );
});

test('the outcome of an operation chooses its status', async () => {
  const { app, arrived } = await openBench({
    reply: () => ({ message: outcome((['updated', 'challenge', 'unchanged'] as const)[arrived.length - 1]) }),
  });
  const update = { method: 'PUT', url: prefix + path, headers, payload: { specimenType: 'PLANT' } } as const;

  const answers = [await app.inject(update), await app.inject(update), await app.inject(update)];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 202, 204]);
  expect(answers[1]?.json()).toEqual({ line1: 'sign' });
  expect(answers[2]?.body).toBe('');
});

test('Empty answers 204 without content, or the status of the rule', async () => {
  const { app } = await openBench({ reply: () => ({ message: create(EmptySchema) }) });

  const deleted = await app.inject({ method: 'DELETE', url: prefix + path, headers });
  const pressed = await app.inject({
    method: 'POST',
    url: `${prefix}/specimens/press`,
    headers: { ...headers, 'idempotency-key': 'k' },
  });

  expect([deleted.statusCode, deleted.body, deleted.headers['content-type']]).toEqual([204, '', undefined]);
  expect([pressed.statusCode, pressed.body]).toEqual([202, '']);
});

const keys = [
  { key: undefined, onOptional: 201, onRequired: 400 },
  { key: '', onOptional: 400, onRequired: 400 },
  { key: 'k', onOptional: 201, onRequired: 202 },
  { key: 'k'.repeat(255), onOptional: 201, onRequired: 202 },
  { key: 'k'.repeat(256), onOptional: 400, onRequired: 400 },
  { key: 'ü', onOptional: 400, onRequired: 400 },
];

test.each(keys)(
  'the idempotency key $key answers $onOptional where optional, $onRequired where required',
  async ({ key, onOptional, onRequired }) => {
    const { app, arrived } = await openBench();
    const sent = { ...headers, ...(key !== undefined && { 'idempotency-key': key }) };

    const optional = await app.inject({ method: 'POST', url: `${prefix}/specimens`, headers: sent, payload: least });
    const required = await app.inject({ method: 'POST', url: `${prefix}/specimens/press`, headers: sent });

    expect([optional.statusCode, required.statusCode]).toEqual([onOptional, onRequired]);
    for (const { call } of arrived) expect(call.idempotencyKey).toBe(key);
  },
);

test('a replayed answer says so', async () => {
  const { app } = await openBench({ reply: () => ({ replayed: true }) });

  const answer = await app.inject({ url: prefix + path, headers });

  expect(answer.headers['idempotent-replayed']).toBe('true');
});

const requestIds = [
  ['abc.DEF_1:2-3', true],
  ['a'.repeat(128), true],
  ['a'.repeat(129), false],
  ['a b', false],
  ['', false],
] as const;

test.each(requestIds)('X-Request-Id %j is kept: %s', async (id, isKept) => {
  const expected = isKept ? [id] : [];
  const { app, arrived } = await openBench();

  const answers = [path, '/nowhere'].map((url) =>
    app.inject({ url: prefix + url, headers: { ...headers, 'x-request-id': id, 'request-id': 'other' } }),
  );

  for (const answer of await Promise.all(answers)) {
    const given = answer.headers['x-request-id'];
    expect([given].filter((text) => text === id)).toEqual(expected);
    expect(given).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
  }
  expect(arrived[0]?.call.requestId).toBe((await answers[0])?.headers['x-request-id']);
});

test('trace context is handed on as it came', async () => {
  const { app, arrived } = await openBench();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  await app.inject({ url: prefix + path, headers: { ...headers, traceparent } });

  expect(arrived[0]?.call.traceparent).toBe(traceparent);
});

function outcome(kind: 'updated' | 'challenge' | 'unchanged' = 'unchanged') {
  const values = {
    updated: create(SpecimenSchema),
    challenge: create(PlaceSchema, { line1: 'sign' }),
    unchanged: create(EmptySchema),
  };
  return create(UpdateSpecimenResponseSchema, { outcome: { case: kind, value: values[kind] } as never });
}
