// Operators call internal methods at the gRPC door, with credentials of their own.
import { randomBytes, randomUUID } from 'node:crypto';
import type { DescService } from '@bufbuild/protobuf';
import { type CallOptions, createClient } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { OperatorDirectoryService, OperatorService } from '../../../gen/payments/auth/v1/operator_pb.ts';
import { TokenService } from '../../../gen/payments/auth/v1/token_pb.ts';
import { PlatformAdministrationService } from '../../../gen/payments/platform/v1/platform_administration_pb.ts';
import { PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { OperatorScope, Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import { nameOf, refusalFrom } from '../../../services/kit/messages/fail.ts';
import { startWorld } from '../../kit/platform.ts';
import { restOver } from '../../kit/rest.ts';
import { openRpcDoors } from '../../kit/rpc-doors.ts';

const world = await startWorld();
const doors = new Map(await openRpcDoors(world));
const { wall } = world;
const { token: first } = await world.internal(OperatorDirectoryService).initializeOperators({ name: 'Ada', expiresInDays: 300 });

const client = <S extends DescService>(desc: S, door = 'gRPC') => {
  const transport = doors.get(door);
  if (!transport) throw new Error(`There is no door ${door}.`);
  return createClient(desc, transport);
};
const as = (token: string, platformId?: string): CallOptions => ({
  headers: { authorization: `Bearer ${token}`, ...(platformId && { 'x-platform-id': platformId }) },
});
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'OK',
    (error: unknown) => nameOf(refusalFrom(error)?.code ?? 0),
  );
const limit = { sendingCurrency: 'USD', receivingCurrency: 'EUR', dailyMax: 500n };
const limits = client(VolumeLimitService);

async function newOperator(...scopes: OperatorScope[]) {
  const { operator, token } = await client(OperatorService).createOperator(
    { name: 'Grace', scopes, expiresInDays: 30 },
    as(first),
  );
  return { id: operator?.id ?? '', token };
}

test('an operator acts for the platform that the call names', async () => {
  const other = await world.newPlatform();

  await limits.setVolumeLimit(limit, as(first, world.id));

  expect((await limits.listVolumeLimits({}, as(first, world.id))).limits).toMatchObject([limit]);
  expect((await limits.listVolumeLimits({}, as(first, other.id))).limits).toEqual([]);
});

test('a scope allows its methods only', async () => {
  const { token } = await newOperator(OperatorScope.VIEW);

  expect(await codeOf(limits.listVolumeLimits({}, as(token, world.id)))).toBe('OK');
  expect(await codeOf(limits.setVolumeLimit(limit, as(token, world.id)))).toBe('FORBIDDEN');
});

test.each([
  ['without a platform', () => limits.listVolumeLimits({}, as(first)), 'INVALID_INPUT'],
  ['for something else than a platform', () => limits.listVolumeLimits({}, as(first, 'Ada')), 'INVALID_INPUT'],
  ['for an unknown platform', () => limits.listVolumeLimits({}, as(first, randomUUID())), 'REFERENCE_NOT_FOUND'],
  ['with an unknown token', () => limits.listVolumeLimits({}, as(`op_${'0'.repeat(48)}`, world.id)), 'UNAUTHORIZED'],
  ['of a method for services', () => client(PlatformDirectoryService).ensurePlatform({}, as(first, world.id)), 'FORBIDDEN'],
  ['of a method for platforms', () => client(QuoteService).createQuote({}, as(first, world.id)), 'FORBIDDEN'],
  ['at the port of REST', () => client(TokenService, 'Connect').listTokens({}, as(first, world.id)), 'UNAUTHORIZED'],
])('a call %s is refused', async (_, call, code) => {
  expect(await codeOf(call())).toBe(code);
});

test('a revoked credential is refused at the next call', async () => {
  const { id, token } = await newOperator(OperatorScope.VIEW);
  const call = () => codeOf(client(OperatorService).listOperators({}, as(token)));
  const before = await call();

  await client(OperatorService).revokeOperator({ operatorId: id }, as(first));

  expect([before, await call()]).toEqual(['OK', 'UNAUTHORIZED']);
});

test('a credential expires', async () => {
  const { token } = await newOperator(OperatorScope.VIEW);

  wall.advance(30 * 24 * 3_600_000);

  expect(await codeOf(client(OperatorService).listOperators({}, as(token)))).toBe('UNAUTHORIZED');
});

test('an operator grants no scope that they lack', async () => {
  const { token } = await newOperator(OperatorScope.ADMINISTER, OperatorScope.VIEW);
  const create = (scope: OperatorScope) =>
    client(OperatorService).createOperator({ name: 'Grace', scopes: [scope], expiresInDays: 1 }, as(token));

  expect(await codeOf(create(OperatorScope.VIEW))).toBe('OK');
  expect(await codeOf(create(OperatorScope.DECIDE))).toBe('FORBIDDEN');
});

test('an operator creates a platform, whose first token works', async () => {
  const [platformId, clientId, clientSecret] = [randomUUID(), randomBytes(16).toString('hex'), randomBytes(24).toString('hex')];
  const request = { platformId, environment: 'sandbox', currencies: ['EUR'], clientId, clientSecret };
  const administration = client(PlatformAdministrationService);

  await administration.createPlatform(request, as(first));
  await administration.createPlatform(request, as(first));

  const rest = restOver(world.raw, `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
  const { body } = await rest('GET', '/platform/internal-accounts');
  expect(body.data.map(({ balance }: { balance: { currency: { code: string } } }) => balance.currency.code)).toEqual(['EUR']);
  const { platforms } = await administration.listPlatforms({}, as(first));
  expect(platforms.filter(({ id }) => id === platformId)).toMatchObject([{ environment: 'sandbox' }]);
});

test('platforms are listed in pages, newest first', async () => {
  const administration = client(PlatformAdministrationService);
  const whole = await administration.listPlatforms({ limit: 100 }, as(first));

  const head = await administration.listPlatforms({ limit: 1 }, as(first));
  const rest = await administration.listPlatforms({ limit: 100, cursor: head.nextCursor ?? '' }, as(first));

  expect([...head.platforms, ...rest.platforms].map(({ id }) => id)).toEqual(whole.platforms.map(({ id }) => id));
  expect(rest.nextCursor).toBeUndefined();
});

test('an operator issues a token with every permission', async () => {
  const permissions = [Permission.VIEW, Permission.TRANSACT, Permission.MANAGE];

  const { clientSecret } = await client(TokenService).createToken({ name: 'Backend', permissions }, as(first, world.id));

  expect(clientSecret).toMatch(/^[0-9a-f]{48}$/);
});

// The last test: the first credential is revoked.
test('holders of the master key replace all credentials, and create none next to a valid one', async () => {
  const directory = world.internal(OperatorDirectoryService);
  const refused = await codeOf(directory.initializeOperators({ name: 'Ada', expiresInDays: 1 }));

  const { token } = await directory.initializeOperators({ name: 'Ada', expiresInDays: 1, replace: true });

  expect(refused).toBe('CONFLICT');
  expect(await codeOf(client(OperatorService).listOperators({}, as(first)))).toBe('UNAUTHORIZED');
  expect(await codeOf(client(OperatorService).listOperators({}, as(token)))).toBe('OK');
});
