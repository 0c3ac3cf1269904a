// Resets of lost factors: their states by the liveness check and the clock, and their limits.
import { describe, expect, test } from 'vitest';
import { makePayer } from '../../kit/payments.ts';
import { startWorld } from '../../kit/platform.ts';
import { minuteMs, mobile, resetsIn } from './sca-resets.ts';

const world = await startWorld();
const { newApplicant, newHolder, resetsOf } = resetsIn(world);
const refused = { status: 400, body: { code: 'INVALID_INPUT' } };
const unknown = { status: 404, body: { code: 'REFERENCE_NOT_FOUND' } };

test('a reset waits for its liveness check, and is completed once', async () => {
  const { start, status, complete } = resetsOf(await newApplicant());
  const now = world.wall.now().getTime();
  const expiresAt = new Date(now + 30 * minuteMs).toISOString();

  const { status: created, body } = await start();
  const states = [await status(body.resetId)];
  for (const ms of [1_999, 1, 2_999, 1]) {
    world.wall.advance(ms);
    states.push(await status(body.resetId));
  }
  const completed = await complete(body.resetId, { mobile });

  expect([created, body]).toEqual([201, { resetId: expect.stringMatching(/^TwoFactorReset:[0-9a-f-]{36}$/), expiresAt }]);
  expect(states[0]).toEqual({ status: 'INITIATED', factor: 'SMS_OTP', enrollmentStatus: null, expiresAt, completedAt: null });
  expect(states.map((state) => state.status)).toEqual([
    'INITIATED',
    'INITIATED',
    'PENDING_REVIEW',
    'PENDING_REVIEW',
    'LIVENESS_PASSED',
  ]);
  expect([completed.status, completed.body]).toEqual([204, undefined]);
  expect(await status(body.resetId)).toMatchObject({
    status: 'COMPLETED',
    completedAt: new Date(now + 5_000).toISOString(),
    enrollmentStatus: null,
  });
  expect(await complete(body.resetId, { mobile })).toMatchObject(refused);
});

describe('a name that ends in 002', () => {
  test.each([[[2_000, 3_000]], [[5_000]], [[31 * minuteMs]]])('is rejected for good, read after %j', async (waits) => {
    const applicant = await newApplicant();
    const rename = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 002' };
    await world.rest('PATCH', `/customers/${applicant.customerId}`, { body: rename });
    const { start, status, complete } = resetsOf(applicant);
    const { resetId } = (await start()).body;

    const states = [];
    for (const ms of waits) {
      world.wall.advance(ms);
      states.push((await status(resetId)).status);
    }
    world.wall.advance(31 * minuteMs);

    expect(states.at(-1)).toBe('REJECTED');
    expect((await status(resetId)).status).toBe('REJECTED');
    expect(await complete(resetId, { mobile })).toMatchObject(refused);
  });
});

describe('a reset expires after half an hour', () => {
  test.each([[[]], [[2_000]], [[5_000]]])('read before after %j', async (waits: number[]) => {
    const { start, status, complete } = resetsOf(await newApplicant());
    const { resetId } = (await start()).body;
    for (const ms of waits) {
      world.wall.advance(ms);
      await status(resetId);
    }
    world.wall.advance(30 * minuteMs);

    expect(await complete(resetId, { mobile })).toMatchObject(refused);
    expect((await status(resetId)).status).toBe('EXPIRED');
  });

  test('completed or not: a completed one stays completed', async () => {
    const { status, complete, passed } = resetsOf(await newApplicant());
    const resetId = await passed();
    await complete(resetId, { mobile });
    world.wall.advance(30 * minuteMs);

    expect((await status(resetId)).status).toBe('COMPLETED');
  });
});

test('a new reset expires the open one of the same factor, and no other', async () => {
  const { start, status, passed, complete } = await newHolder();
  const first = await passed('SMS_OTP');
  const other = await passed('TOTP');
  expect((await status(first)).status).toBe('LIVENESS_PASSED');
  const second = (await start('SMS_OTP')).body.resetId;

  expect([(await status(first)).status, (await status(second)).status, (await status(other)).status]).toEqual([
    'EXPIRED',
    'INITIATED',
    'LIVENESS_PASSED',
  ]);
  expect(await complete(first, { mobile })).toMatchObject(refused);
  expect((await complete(other)).status).toBe(204);
});

test('five resets in 24 hours, concurrent or not', async () => {
  const { start } = resetsOf(await newApplicant());

  const answers = await Promise.all(Array.from({ length: 7 }, () => start()));
  world.wall.advance(24 * 60 * minuteMs - 1_000);
  const late = await start();
  world.wall.advance(1_000);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), 429, 429]);
  expect([late.status, late.body.code, late.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
  expect((await start()).status).toBe(201);
});

test.each(['TOTP', 'PASSKEY', 'FACE', undefined])('a factor that is not enrolled, %s, is not reset', async (factor) => {
  const { call } = resetsOf(await newApplicant());

  expect(await call('POST', '', { factor })).toMatchObject(refused);
});

describe.each(['INITIATED', 'PENDING_REVIEW'])('a reset in %s', (state) => {
  test('is not completed', async () => {
    const { start, status, complete } = resetsOf(await newApplicant());
    const { resetId } = (await start()).body;
    if (state === 'PENDING_REVIEW') world.wall.advance(2_000);

    expect(await complete(resetId, { mobile })).toMatchObject(refused);
    expect((await status(resetId)).status).toBe(state);
  });
});

test('a reset of another customer, or a malformed id, is not found', async () => {
  const mine = resetsOf(await newApplicant());
  const { body: theirs } = await resetsOf(await newApplicant()).start();

  for (const id of [theirs.resetId, 'TwoFactorReset:0', 'x']) {
    expect(await mine.call('GET', `/${id}`)).toMatchObject(unknown);
    expect(await mine.complete(id, { mobile })).toMatchObject(unknown);
  }
});

test('customers whose region requires no proof have no resets', async () => {
  const { call } = resetsOf(await makePayer(world.rest));

  const conflict = { status: 409, body: { code: 'CONFLICT', details: { reason: 'SCA_NOT_REQUIRED' } } };
  expect(await call('POST', '', { factor: 'SMS_OTP' })).toMatchObject(conflict);
  expect(await call('GET', '/TwoFactorReset:00000000-0000-7000-8000-000000000000')).toMatchObject(unknown);
});
