// Refused advances of the clock, and its limits.
import { expect, test } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();

const advance = (tenant: Tenant, body: object, headers = {}) => tenant.rest('POST', '/sandbox/clock/advance', { body, headers });
const later = (seconds: number) => new Date(world.wall.now().getTime() + seconds * 1000).toISOString();

test.each([
  ['seconds', { seconds: -1 }],
  ['seconds', { seconds: 366 * 86_400 + 1 }],
  ['seconds', { seconds: 'soon' }],
  ['seconds', {}],
  ['to', { to: '2025-12-31T23:59:59.999Z' }],
  ['to', { to: '2027-03-01T00:00:00.000Z' }],
  ['to', { to: 'tomorrow' }],
  ['to', { seconds: 1, to: '2026-02-01T00:00:00.000Z' }],
])('invalid %s is refused, and the clock stays', async (field, body) => {
  const tenant = await world.newPlatform();

  const answer = await advance(tenant, body);

  expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
  expect(answer.body.details.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  expect((await tenant.rest('GET', '/sandbox/clock')).body.offsetSeconds).toBe(0);
});

test('it never goes back, not even to a moment before its current one', async () => {
  const tenant = await world.newPlatform();
  await tenant.advance(100);

  const back = await advance(tenant, { to: later(99) });
  const same = await advance(tenant, { to: later(100) });

  expect([back.status, back.body.details.errors]).toEqual([
    400,
    [{ field: 'to', message: 'must not be before the current time of the platform' }],
  ]);
  expect([same.status, same.body.offsetSeconds]).toEqual([200, 100]);
});

test('it stops ten years ahead of the real time', async () => {
  const tenant = await world.newPlatform();
  for (let year = 1; year <= 10; year++) await tenant.advance(366 * 86_400);

  const { status, body } = await advance(tenant, { seconds: 1 });

  expect([status, body.details.errors[0].message]).toEqual([400, 'must not be more than ten years ahead of the real time']);
});
