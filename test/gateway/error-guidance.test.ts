// What errors tell developers: the page of their code, and the next step.
import { expect, test } from 'vitest';
import { type ErrorCode, ErrorCodeSchema } from '../../gen/payments/common/v1/error_pb.ts';
import { nameOf, nextStepOf } from '../../services/kit/messages/fail.ts';
import { operations } from '../contract/operations.ts';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld();
const codes = ErrorCodeSchema.values.slice(1).map(({ number }) => number as ErrorCode);
const steps = codes.flatMap((code) => {
  const step = nextStepOf(code);
  return step === undefined ? [] : [{ code: nameOf(code), step }];
});

test('every error leads to its entry on the page of error codes', async () => {
  const { headers } = await world.rest('GET', '/customers/Customer:x');
  const [, path = '', anchor] = /^<([^#]+)#(\w+)>; rel="help"$/.exec(String(headers.link)) ?? [];
  const page = await world.app.inject({ method: 'GET', url: path });

  expect(anchor).toBe('USER_NOT_FOUND');
  expect(codes.map(nameOf).filter((code) => !page.body.includes(`<a id="${code}"></a>`))).toEqual([]);
});

test('an error whose remedy is always the same names the next step, on its page as well', async () => {
  const { status, headers, body } = await world.rest('GET', '/customers/Customer:x');
  const { text: page } = await world.raw({ method: 'GET', url: '/docs/guides/errors.md', headers: {} });

  expect([status, headers['service-next-step']]).toEqual([404, 'GET /customers lists the customers.']);
  expect(Object.keys(body)).toEqual(['status', 'code', 'message']);
  expect(steps.filter(({ step }) => !page.includes(`| ${step} |`))).toEqual([]);
});

test('an error whose remedy depends on the case has none', async () => {
  const { status, headers } = await world.rest('POST', '/customers', { body: { customerType: 'ELEPHANT' } });

  expect([status, headers['service-next-step']]).toEqual([400, undefined]);
});

test.each(steps)('the next step of $code is a header, and names operations that exist', ({ step }) => {
  const known = new Set(operations.map(({ verb, path }) => `${verb} ${path}`));
  const named = [...step.matchAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]+/g)].map(([operation]) => operation);

  expect(step).toMatch(/^[ -~]+\.$/);
  expect(named.filter((operation) => !known.has(operation))).toEqual([]);
});
