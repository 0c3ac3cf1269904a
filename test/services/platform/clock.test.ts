// The platform clock that users advance: how far, and its effect on services.
import { expect, test } from 'vitest';
import { ClockService } from '../../../gen/payments/platform/v1/clock_pb.ts';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { services } from '../../../services/all.ts';
import { dueWorkOf } from '../../../services/kit/service/common-services.ts';
import { platform } from '../../../services/platform/service.ts';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();

const advance = (tenant: Tenant, body: object, headers = {}) => tenant.rest('POST', '/sandbox/clock/advance', { body, headers });
const later = (seconds: number) => new Date(world.wall.now().getTime() + seconds * 1000).toISOString();

test('every service takes part in an advance', () => {
  const needed = Object.values(platform.needs).filter(({ name }) => name === 'DueWorkService');

  expect(needed.map(({ typeName }) => typeName).toSorted()).toEqual(
    services.map(({ name }) => dueWorkOf(name).typeName).toSorted(),
  );
});

test('a new platform has the real time, and keeps its offset', async () => {
  const tenant = await world.newPlatform();

  const before = await tenant.rest('GET', '/sandbox/clock');
  const moved = await advance(tenant, { seconds: 3600 });
  const again = await advance(tenant, { seconds: 1 });
  world.wall.advance(5_000);
  const after = await tenant.rest('GET', '/sandbox/clock');

  expect([before.status, before.body]).toEqual([200, { now: later(-5), offsetSeconds: 0 }]);
  expect([moved.status, moved.body]).toEqual([200, { now: later(3595), offsetSeconds: 3600 }]);
  expect(again.body).toEqual({ now: later(3596), offsetSeconds: 3601 });
  expect(after.body).toEqual({ now: later(3601), offsetSeconds: 3601 });
});

test('it also advances to a given moment', async () => {
  const tenant = await world.newPlatform();
  const to = later(1.5);

  const { body } = await advance(tenant, { to });

  expect(body).toEqual({ now: to, offsetSeconds: 1.5 });
});

test('platform time applies to everything of the platform', async () => {
  const tenant = await world.newPlatform();
  await tenant.advance(86_400);

  const { body } = await tenant.rest('PATCH', '/config', { body: { umaDomain: 'pay.clock.test' } });

  expect(body.updatedAt).toBe(later(86_400));
});

test('under the same key it advances once', async () => {
  const tenant = await world.newPlatform();
  const headers = { 'idempotency-key': 'once' };

  const first = await advance(tenant, { seconds: 60 }, headers);
  const second = await advance(tenant, { seconds: 60 }, headers);

  expect(second.body).toEqual(first.body);
  expect((await tenant.rest('GET', '/sandbox/clock')).body.offsetSeconds).toBe(60);
});

test('concurrent calls run one after another, and each is answered at its time', async () => {
  const tenant = await world.newPlatform();

  const answers = await Promise.all(Array.from({ length: 5 }, () => advance(tenant, { seconds: 60 })));

  const offsets = answers.map(({ body }) => body.offsetSeconds).toSorted((one, other) => one - other);
  expect(offsets.every((offset, index) => offset >= (index + 1) * 60)).toBe(true);
  expect(offsets.at(-1)).toBe(300);
  expect((await tenant.rest('GET', '/sandbox/clock')).body.offsetSeconds).toBe(300);
});

test('each platform has its own time', async () => {
  const [one, other] = await Promise.all([world.newPlatform(), world.newPlatform()]);

  await Promise.all([one.advance(10), other.advance(20)]);

  const clocks = await Promise.all([one, other].map((tenant) => tenant.rest('GET', '/sandbox/clock')));
  expect(clocks.map(({ body }) => body.offsetSeconds)).toEqual([10, 20]);
});

test('production has the real time, and advancing a clock needs MANAGE', async () => {
  const production = await world.newPlatform({ environment: 'production' });
  const reader = await world.newPlatform({ permissions: [Permission.VIEW, Permission.TRANSACT] });

  const answers = await Promise.all([
    advance(production, { seconds: 1 }),
    production.rest('GET', '/sandbox/clock'),
    advance(reader, { seconds: 1 }),
    reader.rest('GET', '/sandbox/clock'),
  ]);

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
    [200, undefined],
  ]);
});

test('RPC callers have the same clock', async () => {
  const tenant = await world.newPlatform();
  const clock = tenant.client(ClockService);

  const moved = await clock.advanceClock({ seconds: 30n });
  const read = await clock.getClock({});

  expect([moved.offsetSeconds, read.offsetSeconds]).toEqual([30, 30]);
  await expect(clock.advanceClock({})).rejects.toThrow('1 field is invalid');
});
