// Dry runs of the main job, wherever its services run: each takes the path of the real request, and leaves nothing.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openWorld } from '../kit/any-world.ts';
import { balancesOf, makePayee, makePayer, makeQuote, quoteBody } from '../kit/payments.ts';
import type { RestOptions } from '../kit/rest.ts';
import { outcome } from '../kit/rest.ts';

const { rest } = await openWorld();
const payer = await makePayer(rest, 100_000);
const payee = await makePayee(rest, payer.customerId);

const dryPost = (path: string, { headers, ...options }: RestOptions = {}) =>
  rest('POST', path, { ...options, headers: { ...headers, 'dry-run': 'true' } });

test('a dry execution answers the payment that a real one makes, and moves nothing', async () => {
  const quote = await makeQuote(rest, { from: payer.accountId, to: payee, amount: 1_000 });
  const execute = `/quotes/${quote.id}/execute`;
  const before = await balancesOf(rest, payer);

  const dry = await dryPost(execute);
  const { body: quoted } = await rest('GET', `/quotes/${quote.id}`);
  const between = await balancesOf(rest, payer);
  const wet = await rest('POST', execute);

  expect([dry.status, dry.body.status]).toEqual([200, 'COMPLETED']);
  expect(quoted.status).toBe('PENDING');
  expect(between).toEqual(before);
  expect([wet.status, { ...wet.body, updatedAt: '' }]).toEqual([200, { ...dry.body, updatedAt: '' }]);
});

test('a dry execution is refused like a real one', async () => {
  const { customerId, accountId } = await makePayer(rest, 500);
  const quote = await makeQuote(rest, { from: accountId, to: await makePayee(rest, customerId), amount: 1_000 });

  const dry = await dryPost(`/quotes/${quote.id}/execute`);
  const wet = await rest('POST', `/quotes/${quote.id}/execute`);

  expect(outcome(dry)).toEqual(outcome(wet));
  expect(wet.status).toBeGreaterThanOrEqual(400);
});

test('what a dry run creates does not exist', async () => {
  const quote = await dryPost('/quotes', { body: quoteBody({ from: payer.accountId, to: payee, amount: 1_000 }) });
  const customer = await dryPost('/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper' } });

  const found = [await rest('GET', `/quotes/${quote.body.id}`), await rest('GET', `/customers/${customer.body.id}`)];

  expect([quote.status, customer.status]).toEqual([201, 201]);
  expect(found.map(({ status }) => status)).toEqual([404, 404]);
});

test('a dry run does not use up its idempotency key, and answers what a used key answers', async () => {
  const request = {
    body: quoteBody({ from: payer.accountId, to: payee, amount: 1_000 }),
    headers: { 'idempotency-key': randomUUID() },
  };

  const dry = await dryPost('/quotes', request);
  const wet = await rest('POST', '/quotes', request);
  const repeated = await dryPost('/quotes', request);

  expect([dry.status, wet.status]).toEqual([201, 201]);
  expect(wet.body.id).not.toBe(dry.body.id);
  expect(repeated.body).toEqual(wet.body);
  expect([wet, repeated].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
});

test('concurrent dry runs answer as if each were alone', async () => {
  const { customerId, accountId } = await makePayer(rest, 1_000);
  const quote = await makeQuote(rest, { from: accountId, to: await makePayee(rest, customerId), amount: 1_000 });

  const dry = await Promise.all(Array.from({ length: 5 }, () => dryPost(`/quotes/${quote.id}/execute`)));

  expect(dry.map(({ status, body }) => [status, body.status])).toEqual(Array.from(dry, () => [200, 'COMPLETED']));
});

test('an invalid header is refused, and never executes', async () => {
  const quote = await makeQuote(rest, { from: payer.accountId, to: payee, amount: 1_000 });

  const refused = await rest('POST', `/quotes/${quote.id}/execute`, { headers: { 'dry-run': 'yes' } });

  expect(refused.body).toMatchObject({ status: 400, code: 'INVALID_INPUT', details: { errors: [{ field: 'Dry-Run' }] } });
  expect((await rest('GET', `/quotes/${quote.id}`)).body.status).toBe('PENDING');
});

test('reads ignore the header', async () => {
  const { status, headers } = await rest('GET', '/config', { headers: { 'dry-run': 'yes' } });

  expect([status, headers['dry-run']]).toEqual([200, undefined]);
});
