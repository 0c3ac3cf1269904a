// SCA logins with too many failures are locked.
import { expect, test } from 'vitest';
import { scaCode } from '../../kit/european.ts';
import { startWorld } from '../../kit/platform.ts';
import { loginsIn } from './sca-applicants.ts';

const world = await startWorld();
const { newApplicant } = loginsIn(world);

const dayMs = 24 * 3_600_000;

test('beyond ten codes an hour none is sent, and the last one stays valid', async () => {
  const { start, complete } = await newApplicant();
  const ids: string[] = [];
  for (let i = 0; i < 12; i++) ids.push(await start());

  expect(new Set(ids).size).toBe(10);
  expect(ids.slice(9)).toEqual([ids[9], ids[9], ids[9]]);
  expect((await complete(ids.at(-1) ?? '', scaCode)).status).toBe(200);
});

test('of concurrent logins at most ten get a code', async () => {
  const { start } = await newApplicant();

  const ids = await Promise.all(Array.from({ length: 30 }, start));

  expect(new Set(ids).size).toBe(10);
});

test('if none of the ten codes is valid any more, another login can still be started', async () => {
  const { start } = await newApplicant();
  for (let i = 0; i < 10; i++) await start();
  world.wall.advance(600_000);

  const silent = await start();

  expect(await start()).toBe(silent);
});

test('failures lock for longer each time, and the ninth suspends', async () => {
  const { call, complete, start, record } = await newApplicant();
  const locks = [900_000, 1_800_000, 3_600_000, dayMs];
  for (let i = 1; i <= 4; i++) {
    expect(await complete(await start(), '000000')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  }

  for (const [i, lockMs] of locks.entries()) {
    const failedAttempts = 5 + i;
    const lockedUntil = new Date(world.wall.now().getTime() + lockMs).toISOString();
    expect(await record('FAILED_LOGIN_ATTEMPT')).toMatchObject({
      status: 200,
      body: { eventType: 'FAILED_LOGIN_ATTEMPT', suspended: false, failedAttempts, lockedUntil },
    });
    expect(await complete(await start(), scaCode)).toMatchObject({
      status: 423,
      body: { code: 'ACCOUNT_LOCKED', details: { suspended: false, failedAttempts, lockedUntil } },
    });
    world.wall.advance(lockMs);
  }
  expect(await record('FAILED_LOGIN_ATTEMPT')).toMatchObject({
    status: 200,
    body: { eventType: 'FAILED_LOGIN_ATTEMPT', suspended: true, failedAttempts: 9, lockedUntil: null },
  });
  const suspended = await record('FAILED_LOGIN_ATTEMPT');
  expect([suspended.status, suspended.body.details]).toEqual([423, { suspended: true, failedAttempts: 10 }]);

  expect(await record('RESET_PASSWORD_COMPLETED')).toMatchObject({
    status: 200,
    body: { eventType: 'RESET_PASSWORD_COMPLETED', suspended: false, failedAttempts: 0 },
  });
  expect((await complete(await start(), scaCode)).status).toBe(200);
  expect((await call('POST', 'record-event', { body: { eventType: 'COFFEE' } })).status).toBe(400);
});

test('a failure while locked counts too, and the answer has the new state', async () => {
  const { record } = await newApplicant();
  const until = (ms: number) => new Date(world.wall.now().getTime() + ms).toISOString();
  for (let i = 0; i < 5; i++) await record('FAILED_LOGIN_ATTEMPT');

  const locked = [];
  for (let i = 6; i <= 9; i++) locked.push(await record('FAILED_LOGIN_ATTEMPT'));

  expect(locked.map(({ status, body }) => [status, body.code, body.details])).toEqual([
    [423, 'ACCOUNT_LOCKED', { suspended: false, failedAttempts: 6, lockedUntil: until(1_800_000) }],
    [423, 'ACCOUNT_LOCKED', { suspended: false, failedAttempts: 7, lockedUntil: until(3_600_000) }],
    [423, 'ACCOUNT_LOCKED', { suspended: false, failedAttempts: 8, lockedUntil: until(dayMs) }],
    [423, 'ACCOUNT_LOCKED', { suspended: true, failedAttempts: 9 }],
  ]);
});

test('concurrent wrong proofs count individually', async () => {
  const { complete, start, record } = await newApplicant();
  const challengeId = await start();

  await Promise.all(Array.from({ length: 4 }, () => complete(challengeId, '999999')));

  expect((await record('FAILED_LOGIN_ATTEMPT')).body.failedAttempts).toBe(5);
});
