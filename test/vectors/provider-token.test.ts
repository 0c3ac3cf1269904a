// Tokens between the platform and its rail: the examples of docs/rails.md, and invalid ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { isProviderToken, tokensFromProviders, tokensToProvider } from '../../services/kit/calls/provider-token.ts';
import { claimsIn, mintFor } from '../rails/rail-tokens.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/rails.md'), 'utf8');
const valueOf = (name: string) => new RegExp(`^ {4}${name} +(\\S+)`, 'm').exec(page)?.[1] ?? `${name} is not in docs/rails.md`;
const secret = Buffer.from(valueOf('RAIL_SECRET='), 'hex');
const nowSeconds = Number(valueOf('iat'));
const wall = { now: () => new Date(nowSeconds * 1000) };
const platformId = valueOf('sub');
const caller = { platformId, environment: 'production', permissions: [], clockOffsetMs: 0, service: 'transfers' } as const;
const accepted = tokensFromProviders(new Map([['rails', secret]]), wall);

test('the platform mints the documented token, and a rail reads it', async () => {
  const token = await tokensToProvider('rails', secret, wall).mint(caller, 'rails');

  expect(token).toBe(valueOf('to the rail'));
  expect(claimsIn(token, secret, nowSeconds)).toMatchObject({ aud: 'rails', sub: platformId, iat: nowSeconds });
});

test('the platform accepts the documented token of a rail', async () => {
  const token = valueOf('to the platform');

  expect(mintFor(platformId, secret, nowSeconds)).toBe(token);
  expect(isProviderToken(token)).toBe(true);
  expect(await accepted.verify(token)).toEqual({ ...caller, service: 'rails' });
});

const good = { iss: 'rails', aud: 'payments', sub: platformId, iat: nowSeconds, exp: nowSeconds + 60 };
test.each([
  ['signed with another secret', good, Buffer.alloc(32, 1)],
  ['that the platform has minted itself', { ...good, iss: 'payments', aud: 'rails' }, secret],
  ['for another service', { ...good, aud: 'rates' }, secret],
  ['that has expired', { ...good, iat: nowSeconds - 120, exp: nowSeconds - 60 }, secret],
  ['that is valid for too long', { ...good, exp: nowSeconds + 3_600 }, secret],
  ['made too long ago', { ...good, iat: nowSeconds - 120 }, secret],
  ['of a provider that is not connected', { ...good, iss: 'rates' }, secret],
  ['of no platform', { ...good, sub: 'everybody' }, secret],
])('a token %s is refused', async (_, claims, key) => {
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'provider+jwt' }).sign(key);

  await expect(accepted.verify(token)).rejects.toMatchObject({ code: ErrorCode.UNAUTHORIZED });
});

test('tokens of processes and of rails are not interchangeable', async () => {
  const token = await callerTokens({ keys: [secret], audiences: [], wall }).mint(caller, 'transfers');

  expect(isProviderToken(token)).toBe(false);
  await expect(accepted.verify(token)).rejects.toMatchObject({ code: ErrorCode.UNAUTHORIZED });
});
