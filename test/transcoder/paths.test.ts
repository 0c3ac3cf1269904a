// Which paths and verbs exist.
import { expect, test } from 'vitest';
import { SpecimenService } from '../../gen/payments/test/v1/specimen_service_pb.ts';
import { admissionOf } from '../../services/kit/admission.ts';
import { asService, type Caller } from '../../services/kit/caller.ts';
import { Refusal } from '../../services/kit/fail.ts';
import { empty, openBench, prefix, specimenId } from './specimens.ts';

const unknown = [
  '/',
  '/2025-10-13',
  '/2025-10-14/specimens',
  '/specimens',
  `${prefix}/specimens/`,
  `${prefix}/specimens//label`,
  `${prefix}/specimens/${specimenId}/`,
  `${prefix}/SPECIMENS`,
  `${prefix}/specimens/${'x'.repeat(600)}`,
];

test.each(unknown)('%s is no route', async (url) => {
  const { app } = await openBench();

  const answer = await app.inject({ url, headers: { authorization: 'all' } });

  expect(answer.json()).toEqual({ status: 404, code: 'REFERENCE_NOT_FOUND', message: 'There is no such route.' });
});

const otherVerbs = [
  ['HEAD', '/specimens', 'POST, GET'],
  ['OPTIONS', '/specimens', 'POST, GET'],
  ['POST', `/specimens/${specimenId}`, 'GET, PATCH, PUT, DELETE'],
  ['GET', '/specimens/press', 'POST'],
] as const;

test.each(otherVerbs)('%s %s answers 405 and allows %s', async (method, path, allow) => {
  const { app } = await openBench();

  const answer = await app.inject({ method, url: prefix + path });

  expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
});

const ids = ['x', 'Specimen', `Customer:${specimenId.slice(9)}`, specimenId.toUpperCase(), `${specimenId}x`, '%24x'];

test.each(ids)('the path id %s names nothing', async (id) => {
  const { app } = await openBench();

  const answer = await app.inject({ url: `${prefix}/specimens/${id}`, headers: { authorization: 'all' } });

  expect(answer.json()).toEqual({
    status: 404,
    code: 'REFERENCE_NOT_FOUND',
    message: 'There is no Specimen with this id.',
    details: { resource: 'Specimen' },
  });
});

test('a code in a path that breaks its pattern is not found, and asks for no credentials here', async () => {
  const { app } = await openBench({ reply: () => empty });

  expect((await app.inject({ url: `${prefix}/open-days/ABCD` })).json().code).toBe('INVITATION_NOT_FOUND');
  expect((await app.inject({ url: `${prefix}/open-days/abcd` })).statusCode).toBe(200);
});

test('a method without a route and without permissions is open to services alone', () => {
  const admit = admissionOf(SpecimenService.method.countSpecimens);
  const caller: Caller = { platformId: '', environment: 'sandbox', permissions: [1, 2, 3], clockOffsetMs: 0 };

  expect(() => admit(caller)).toThrow(Refusal);
  expect(() => admit(asService('accounts', caller))).not.toThrow();
});
