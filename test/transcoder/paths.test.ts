// Which paths and verbs exist.
import { expect, test } from 'vitest';
import { SpecimenService } from '../../gen/payments/test/v1/specimen_service_pb.ts';
import { admissionOf } from '../../services/kit/calls/admission.ts';
import { asService, type Caller } from '../../services/kit/core/caller.ts';
import { Refusal } from '../../services/kit/messages/fail.ts';
import { empty, openBench, prefix, specimenId } from './specimens.ts';

const start = `Paths of operations start with ${prefix}.`;
const meant = (path: string) => `Did you mean ${prefix}${path}?`;
const unknown: [url: string, hint: string][] = [
  ['/', start],
  ['/2025-10-13', ''],
  ['/2025-10-13?customer=secret', ''],
  ['/2025-10-14/specimens', `${start} ${meant('/specimens')}`],
  ['/v1/specimens', `${start} ${meant('/specimens')}`],
  ['/specimens', `${start} ${meant('/specimens')}`],
  [`/specimens/${specimenId}`, `${start} ${meant('/specimens/{specimenId}')}`],
  [`${prefix}/specimen`, meant('/specimens')],
  [`${prefix}/specimens/`, meant('/specimens')],
  [`${prefix}/specimens//label`, meant('/specimens/{specimenId}')],
  [`${prefix}/specimens/${specimenId}/labels`, meant('/specimens/{specimenId}/label')],
  [`${prefix}/specimens/${specimenId}/elephants`, ''],
  [`${prefix}/SPECIMENS`, meant('/specimens')],
  ['/__proto__', start],
];

test.each(unknown)('%s is no route, and the error names the nearest: %s', async (url, hint) => {
  const { app } = await openBench();

  const answer = await app.inject({ url, headers: { authorization: 'all' } });

  const message = `There is no route GET ${url.split('?')[0]}. ${hint}`.trim();
  expect(answer.json()).toEqual({ status: 404, code: 'REFERENCE_NOT_FOUND', message });
});

test('a path that is too long is shown in part', async () => {
  const { app } = await openBench();

  const answer = await app.inject({ url: `${prefix}/specimens/${'x'.repeat(1_400)}` });

  expect(answer.json()).toMatchObject({ status: 404, message: expect.stringMatching(/^There is no route GET .{200}\./) });
});

test('HEAD answers like GET, without the body', async () => {
  const { app } = await openBench();
  const ask = (method: 'GET' | 'HEAD', authorization: string) =>
    app.inject({ method, url: `${prefix}/specimens/${specimenId}`, headers: { authorization } });

  const [got, head, refused] = [await ask('GET', 'all'), await ask('HEAD', 'all'), await ask('HEAD', 'nobody')];

  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(head.headers['content-length']).toBe(got.headers['content-length']);
  expect([refused.statusCode, refused.body]).toEqual([401, '']);
});

const otherVerbs = [
  ['OPTIONS', '/specimens', 'GET, HEAD, POST'],
  ['POST', `/specimens/${specimenId}`, 'DELETE, GET, HEAD, PATCH, PUT'],
  ['HEAD', '/specimens/press', 'POST'],
  ['GET', '/specimens/press', 'POST'],
] as const;

test.each(otherVerbs)('%s %s answers 405 and allows %s', async (method, path, allow) => {
  const { app } = await openBench();

  const answer = await app.inject({ method, url: prefix + path });

  expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
});

const uuid = specimenId.slice(9);
const ids: [id: string, hint: string][] = [
  ['x', ''],
  ['Specimen', ''],
  [`Customer:${uuid}`, ': this is the id of a customer'],
  [`InternalAccount:${uuid}`, ': this is the id of an internal account'],
  [specimenId.toUpperCase(), ''],
  [`${specimenId}x`, ''],
  ['$x', ''],
  ['a\0b', ''],
];

test.each(ids)('the path id %j matches nothing%s', async (id, hint) => {
  const { app } = await openBench();

  const answer = await app.inject({ url: `${prefix}/specimens/${encodeURIComponent(id)}`, headers: { authorization: 'all' } });

  expect(answer.json()).toEqual({
    status: 404,
    code: 'REFERENCE_NOT_FOUND',
    message: `There is no specimen ${id}${hint}.`,
    details: { resource: 'Specimen' },
  });
});

test('a code in a path that violates its pattern is not found, before any authentication', async () => {
  const { app } = await openBench({ reply: () => empty });

  expect((await app.inject({ url: `${prefix}/open-days/ABCD` })).json().code).toBe('INVITATION_NOT_FOUND');
  expect((await app.inject({ url: `${prefix}/open-days/abcd` })).statusCode).toBe(200);
});

test('a method without a route and without permissions is open only to services', () => {
  const admit = admissionOf(SpecimenService.method.countSpecimens);
  const caller: Caller = { platformId: '', environment: 'sandbox', permissions: [1, 2, 3], clockOffsetMs: 0 };

  expect(() => admit(caller)).toThrow(Refusal);
  expect(() => admit(asService('accounts', caller))).not.toThrow();
});
