// Idempotency keys over REST: one effect per key, whatever happens to the answer.
import { expect, test } from 'vitest';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld();
const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
const address = { line1: '1 Main St', city: 'London', postalCode: 'N1', country: 'GB' };
const create = (body: object, key: string) => world.rest('POST', '/customers', { body, headers: { 'idempotency-key': key } });

test('a repeat under the same key gets the first answer, marked as a replay', async () => {
  const first = await create(ada, 'same');
  const again = await create(ada, 'same');

  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('a refusal is stored as well, and marked as a replay', async () => {
  const body = { ...ada, currencies: ['ZZZ'] };

  const first = await create(body, 'refused');
  const again = await create(body, 'refused');

  expect(first.status).toBe(400);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('a validation error is not stored: the key remains free', async () => {
  const wrong = await create({ ...ada, email: 'nobody' }, 'shape');
  const right = await create(ada, 'shape');

  expect([wrong.status, right.status]).toEqual([400, 201]);
});

test('the same key with another body is refused', async () => {
  await create(ada, 'other body');

  const { status, body } = await create({ ...ada, fullName: 'Grace Hopper' }, 'other body');

  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'INVALID_INPUT', details: { reason: 'IDEMPOTENCY_KEY_REUSED' } });
});

test.each([
  ['another unknown property', { ...ada, address, note: 'two' }],
  ['no unknown property', { ...ada, address }],
  ['an unknown property of an object', { ...ada, note: 'one', address: { ...address, note: 'one' } }],
  ['a property of another type of customer', { ...ada, address, note: 'one', businessInfo: { legalName: 'Ada Ltd' } }],
])('a body with %s is another body', async (what, other) => {
  await create({ ...ada, note: 'one', address }, what);

  const { status, body } = await create(other, what);

  expect([status, body.details.reason]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
});

test('spaces and the order of properties do not make another body', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'order' };
  const first = await create({ ...ada, note: [{ a: 1, b: 'é' }] }, 'order');
  const payload = `{ "note":[ {"b":"\\u00e9", "a":1.0} ], "fullName":"Ada Lovelace",\n"customerType":"INDIVIDUAL" }`;

  const again = await world.rest('POST', '/customers', { payload, headers });

  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
});

test('an operation without a required body takes an empty object for none', async () => {
  const { body: customer } = await create(ada, 'no body');
  const link = (options: object) =>
    world.rest('POST', `/customers/${customer.id}/kyc-link`, { headers: { 'idempotency-key': 'link' }, ...options });

  const first = await link({});
  const again = await link({ body: {} });

  expect([first.status, again.body]).toEqual([201, first.body]);
});

test('fifty concurrent calls under one key make one customer; early repeats get a conflict', async () => {
  const body = { ...ada, platformCustomerId: 'at-once' };

  const answers = await Promise.all(Array.from({ length: 50 }, () => create(body, 'concurrent')));

  const made = answers.filter(({ status }) => status === 201);
  const early = answers.filter(({ status }) => status === 409);
  expect(made.length + early.length).toBe(50);
  expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1);
  for (const { headers } of early) expect([headers['retry-after'], headers['x-should-retry']]).toEqual(['1', undefined]);
});

test('a key is forgotten after a day', async () => {
  const first = await create(ada, 'a day');
  world.wall.advance(24 * 60 * 60 * 1000 + 1_000);
  const later = await create(ada, 'a day');

  expect(later.status).toBe(201);
  expect(later.body.id).not.toBe(first.body.id);
});

test('platforms do not share keys', async () => {
  const other = await world.newPlatform();

  const ours = await create(ada, 'shared');
  const theirs = await other.rest('POST', '/customers', { body: ada, headers: { 'idempotency-key': 'shared' } });

  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(ours.body.id);
});

test.each(['', 'é', 'x'.repeat(256)])('the key %j is refused', async (key) => {
  const { status, body } = await create(ada, key);

  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
});
