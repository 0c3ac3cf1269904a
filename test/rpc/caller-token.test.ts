// Tokens between processes: for one service, valid for a minute, with valid claims, signed by a replaceable key.
import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { Permission } from '../../gen/payments/rest/v1/rest_pb.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import type { Caller } from '../../services/kit/core/caller.ts';

const [former, present] = [randomBytes(32), randomBytes(32)];
const seconds = 1_800_000_000;
const wall = { now: () => new Date(seconds * 1000) };
const accounts = callerTokens({ keys: [present, former], audiences: ['accounts', 'webhooks'], wall });
const refused = { code: ErrorCode.UNAUTHORIZED };

const caller: Caller = {
  platformId: randomUUID(),
  environment: 'sandbox',
  permissions: [Permission.VIEW, Permission.MANAGE],
  clockOffsetMs: 86_400_000,
  tokenId: randomUUID(),
  agentId: randomUUID(),
  agentRequestId: randomUUID(),
  service: 'transfers',
};

test('a token identifies the caller to the service that it is for', async () => {
  const sender = callerTokens({ keys: [present], audiences: [], wall });

  expect(await accounts.verify(await sender.mint(caller, 'accounts'))).toEqual(caller);
  await expect(accounts.verify(await sender.mint(caller, 'transfers'))).rejects.toMatchObject(refused);
});

test('a key can be replaced while tokens of both keys are in use', async () => {
  const [behind, ahead, after] = ([[former], [present, former], [present]] as const).map((keys) =>
    callerTokens({ keys, audiences: ['accounts'], wall }),
  );
  const tokens = await Promise.all([behind?.mint(caller, 'accounts'), ahead?.mint(caller, 'accounts')]);

  for (const token of tokens) expect(await accounts.verify(token ?? '')).toEqual(caller);
  await expect(after?.verify(tokens[0] ?? '')).rejects.toMatchObject(refused);
});

test.each([
  ['known to all', [former], [former, present]],
  ['signed with', [former, present], [present, former]],
  ['the only one', [present, former], [present]],
] as const)('while processes restart one by one until a new key is %s, each accepts every other', async (_, before, after) => {
  const processes = [before, after].map((keys) => callerTokens({ keys, audiences: ['accounts'], wall }));

  for (const sender of processes) {
    const token = await sender.mint(caller, 'accounts');
    for (const receiver of processes) expect(await receiver.verify(token)).toEqual(caller);
  }
});

describe('refused is', () => {
  const good = {
    env: 'sandbox',
    permissions: [],
    offset: 0,
    sub: caller.platformId,
    aud: 'accounts',
    iat: seconds,
    exp: seconds + 60,
  };
  const signed = (claims: object, typ = 'caller+jwt') =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', typ }).sign(present);

  test('nothing of this one', async () => {
    expect(await accounts.verify(await signed(good))).toMatchObject({ platformId: caller.platformId, clockOffsetMs: 0 });
  });

  test.each([
    ['no audience', { aud: undefined }],
    ['another audience', { aud: 'transfers' }],
    ['a far end', { exp: seconds + 3_600 }],
    ['an end that is past', { iat: seconds - 60, exp: seconds - 6 }],
    ['no time of issue', { iat: undefined }],
    ['an age beyond a minute', { iat: seconds - 70, exp: seconds - 4 }],
    ['a time of issue that is to come', { iat: seconds + 30, exp: seconds + 60 }],
    ['an unknown environment', { env: 'staging' }],
    ['no environment', { env: undefined }],
    ['an offset that is no number', { offset: '1' }],
    ['an offset into the past', { offset: -1 }],
    ['an offset of a fraction', { offset: 0.5 }],
    ['an offset beyond ten years', { offset: 4_000 * 86_400_000 }],
    ['an offset in production', { env: 'production', offset: 1 }],
    ['an unknown permission', { permissions: [99] }],
    ['permissions that are no list', { permissions: 'ALL' }],
    ['a platform that is none', { sub: 'everybody' }],
    ['a token id that is none', { token: 'x' }],
    ['an agent that is none', { agent: 'Agent:x' }],
    ['a request that is none', { request: 'x' }],
    ['a service that is none', { service: '' }],
  ])('%s', async (_, claims) => {
    await expect(accounts.verify(await signed({ ...good, ...claims }))).rejects.toMatchObject(refused);
  });

  test('a token of another kind', async () => {
    await expect(accounts.verify(await signed(good, 'JWT'))).rejects.toMatchObject(refused);
  });
});
