// Queries of requests to registered routes.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { LabelSpecimenRequestSchema } from '../../gen/payments/test/v1/specimen_changes_pb.ts';
import { Colour } from '../../gen/payments/test/v1/specimen_pb.ts';
import { ListSpecimensRequestSchema } from '../../gen/payments/test/v1/specimen_reads_pb.ts';
import { customerId, openBench, prefix, specimenId } from './specimens.ts';

const path = `/specimens/${specimenId}`;

const headers = { authorization: 'all' };

test('a query fills scalars, enums, times and lists; unknown parameters are ignored', async () => {
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

test('a date without a time is its first millisecond', async () => {
  const { app, arrived } = await openBench();

  await app.inject({ url: `${prefix}/specimens?foundAfter=2025-10-13`, headers });

  expect(arrived[0]?.request).toEqual(create(ListSpecimensRequestSchema, { foundAfter: { seconds: 1_760_313_600n } }));
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
  ['foundAfter=2025-13-13', 'foundAfter'],
  ['foundAfter=2025-02-30', 'foundAfter'],
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

test('a body field, the path and the query fill one request together; additional bindings are the same operation', async () => {
  const { app, arrived } = await openBench();
  const expected = create(LabelSpecimenRequestSchema, { specimenId, label: { text: 't' }, dryRun: true });

  await app.inject({ method: 'PUT', url: `${prefix}${path}/label?dryRun=true`, headers, payload: { text: 't' } });
  await app.inject({ method: 'POST', url: `${prefix}/labels/${specimenId}?dryRun=true`, headers, payload: { text: 't' } });

  expect(arrived.map(({ request }) => request)).toEqual([expected, expected]);
});

test('problems in a body field have paths relative to the body', async () => {
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
