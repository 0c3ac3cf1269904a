// Requests to registered routes: binding of paths and bodies, and the form of answers.
import { create } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import {
  CreateSpecimenRequestSchema,
  UpdateSpecimenRequestSchema,
  UpdateSpecimenResponseSchema,
} from '../../gen/payments/test/v1/specimen_changes_pb.ts';
import { Colour, PlaceSchema, SpecimenSchema } from '../../gen/payments/test/v1/specimen_pb.ts';
import { GetSpecimenRequestSchema } from '../../gen/payments/test/v1/specimen_reads_pb.ts';
import { openBench, prefix, specimenId } from './specimens.ts';

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

test('an update has the mask of its named fields, its headers, and no body values for path or header fields', async () => {
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

test('the outcome of an operation determines its status', async () => {
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

function outcome(kind: 'updated' | 'challenge' | 'unchanged' = 'unchanged') {
  const values = {
    updated: create(SpecimenSchema),
    challenge: create(PlaceSchema, { line1: 'sign' }),
    unchanged: create(EmptySchema),
  };
  return create(UpdateSpecimenResponseSchema, { outcome: { case: kind, value: values[kind] } as never });
}
