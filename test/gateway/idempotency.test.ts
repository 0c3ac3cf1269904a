// Idempotency keys over REST: one effect per key, whatever happens to the answer.
import { expect, test } from 'vitest';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld();
const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
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
