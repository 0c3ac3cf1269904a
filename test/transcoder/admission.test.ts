// The order of the checks of a request.
import { expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { SpecimenService } from '../../gen/payments/test/v1/specimen_service_pb.ts';
import { admissionOf } from '../../services/kit/calls/admission.ts';
import type { Caller } from '../../services/kit/core/caller.ts';
import { fail } from '../../services/kit/messages/fail.ts';
import { openBench, prefix } from './specimens.ts';

const bad = { payload: '{', headers: { 'content-type': 'application/json' } };

/** Everything is wrong at first; each step corrects one thing. */
const steps: { step: string; verb?: 'PUT'; url?: string; who?: string; limited?: true; payload?: string; status: number; code: string }[] = [
  { step: 'the path', url: '/nowhere', status: 404, code: 'REFERENCE_NOT_FOUND' },
  { step: 'the verb', verb: 'PUT', status: 405, code: 'METHOD_NOT_ALLOWED' },
  { step: 'the credentials', limited: true, status: 401, code: 'UNAUTHORIZED' },
  { step: 'the permission', who: 'view', limited: true, status: 403, code: 'FORBIDDEN' },
  { step: 'the rate', who: 'all', limited: true, status: 429, code: 'RATE_LIMITED' },
  { step: 'the shape', who: 'all', status: 400, code: 'INVALID_INPUT' },
  { step: 'the method', who: 'all', payload: '{"name":"n","weight":0,"colour":"RED","specimenType":"PLANT"}', status: 409, code: 'CONFLICT' },
]; // biome-ignore format: a table

test.each(steps)('$step is checked before the later steps', async ({ verb, url, who, limited, payload, status, code }) => {
  const { app } = await openBench({
    limit: () => {
      if (limited) throw fail(ErrorCode.RATE_LIMITED, 'Too many requests.');
    },
    reply: () => {
      throw fail(ErrorCode.CONFLICT, 'No.');
    },
  });

  const answer = await app.inject({
    method: verb ?? 'POST',
    url: prefix + (url ?? '/specimens'),
    payload: payload ?? bad.payload,
    headers: { ...bad.headers, ...(who && { authorization: who }) },
  });

  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});

test('a body that is too large is not read without credentials', async () => {
  const { app } = await openBench();

  const answer = await app.inject({ method: 'POST', url: `${prefix}/specimens`, payload: { name: 'x'.repeat(2 ** 21) } });

  expect(answer.statusCode).toBe(401);
});

test('the shape of a body is checked before an unknown id', async () => {
  const { app } = await openBench();

  const answer = await app.inject({
    method: 'PUT',
    url: `${prefix}/specimens/x/label`,
    headers: { authorization: 'all' },
    payload: {},
  });

  expect(answer.statusCode).toBe(400);
});

test('a method of the sandbox refuses production', async () => {
  const { app } = await openBench();
  const press = (who: string) => {
    return app.inject({
      method: 'POST',
      url: `${prefix}/specimens/press`,
      headers: { authorization: who, 'idempotency-key': 'k' },
    });
  };

  expect((await press('production')).json()).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect((await press('all')).statusCode).toBe(202);
});

test('one of the permissions is enough', () => {
  const admit = admissionOf(SpecimenService.method.labelSpecimen);
  const caller = (permission: 1 | 2 | 3): Caller => {
    return { platformId: '', environment: 'production', permissions: [permission], clockOffsetMs: 0 };
  };

  expect(() => admit(caller(1))).toThrow('This operation requires the permission TRANSACT or MANAGE.');
  expect(() => admit(caller(2))).not.toThrow();
  expect(() => admit(caller(3))).not.toThrow();
});
