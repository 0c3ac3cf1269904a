// Authentication by Basic credentials.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { AuthenticationService } from '../../../gen/payments/auth/v1/authentication_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { auth } from '../../../services/auth/service.ts';
import { platform } from '../../../services/platform/service.ts';
import { select } from '../../kit/books.ts';
import { startWorld } from '../../kit/platform.ts';

const world = await startWorld({ doors: [platform, auth] });
const production = await startWorld({ doors: [platform, auth], mode: 'production' });

const header = (clientId: string, secret: string) => `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
const inTurn = async <T>(times: number, act: () => Promise<T>) => Array.fromAsync({ length: times }, () => act());
const wrong = () => randomBytes(24).toString('hex');

test('valid credentials identify the platform, its environment and the permissions', async () => {
  const tenant = await world.newPlatform({ environment: 'production', permissions: [Permission.VIEW] });
  const { clientId, clientSecret } = tenant;

  const caller = await tenant.internal(AuthenticationService).authenticateBasic({ clientId, clientSecret });

  expect(caller).toMatchObject({
    platformId: tenant.id,
    environment: 'production',
    permissions: [Permission.VIEW],
    tokenId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    clockOffsetMs: 0n,
  });
});

test.each([
  ['no header', null, 'The Authorization header is missing.'],
  ['a bearer token', 'Bearer abc', 'The Authorization header must contain Basic credentials.'],
  ['what is not Base64', 'Basic ???', 'The Authorization header must contain Basic credentials.'],
  ['no colon', `Basic ${Buffer.from('abc').toString('base64')}`, 'The Authorization header must contain Basic credentials.'],
  ['U+0000 in the client id', header('a\0b', wrong()), 'The Authorization header must contain Basic credentials.'],
  ['an unknown client id', header(wrong(), wrong()), 'The client id is unknown.'],
])('%s is refused, and the sandbox says why', async (_, token, reason) => {
  const { status, body, headers } = await world.rest('GET', '/config', { token });

  expect([status, body.code, body.reason, body.details]).toEqual([401, 'UNAUTHORIZED', reason, { reason }]);
  expect(headers['www-authenticate']).toBe('Basic realm="payments", charset="UTF-8"');
});

test('a wrong secret is refused, and production does not say why', async () => {
  const inSandbox = await world.rest('GET', '/config', { token: header(world.clientId, wrong()) });
  const inProduction = await production.rest('GET', '/config', { token: header(production.clientId, wrong()) });

  expect([inSandbox.status, inSandbox.body.reason]).toEqual([401, 'The client secret is wrong.']);
  expect([inProduction.status, inProduction.body.code, inProduction.body.details]).toEqual([401, 'UNAUTHORIZED', undefined]);
});

test('after twenty failures in a minute a client id is locked, but never its right secret', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const attempt = () => tenant.rest('GET', '/config', { token: header(tenant.clientId, wrong()) });

  const first = await inTurn(20, attempt);
  world.wall.advance(15_000);
  const held = await attempt();
  const right = await tenant.rest('GET', '/config');
  world.wall.advance(45_000);
  const later = await attempt();

  expect(first.map(({ status }) => status)).toEqual(Array(20).fill(401));
  expect([held.status, held.body.code, held.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '45']);
  expect(right.status).toBe(200);
  expect(later.status).toBe(401);
});

test('an unknown client id is locked as well, and invented client ids leave nothing in the database', async () => {
  const madeUp = wrong();
  const attempt = (clientId: string) => world.rest('GET', '/config', { token: header(clientId, wrong()) });

  const first = await inTurn(20, () => attempt(madeUp));
  const held = await attempt(madeUp);
  await Promise.all(Array.from({ length: 50 }, () => attempt(wrong())));

  expect(first.map(({ status }) => status)).toEqual(Array(20).fill(401));
  expect([held.status, held.headers['retry-after']]).toEqual([429, '60']);
  const clientIds = await select<{ id: string }>(world.databaseUrl, 'select client_id as id from auth.failed_attempt');
  const tokens = await select<{ id: string }>(world.databaseUrl, 'select client_id as id from auth.api_token');
  expect(clientIds.filter(({ id }) => !tokens.some((token) => token.id === id))).toEqual([]);
});

test('creating a token again has no effect, and never changes its owner', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const { id: platformId, clientId, clientSecret } = tenant;
  const service = tenant.internal(AuthenticationService);
  const ensure = (more: object) => service.ensureToken({ platformId, clientId, clientSecret, name: 'First token', ...more });

  await ensure({});

  await expect(ensure({ clientSecret: 'another' })).rejects.toMatchObject({ code: ErrorCode.CONFLICT });
  await expect(ensure({ platformId: world.id })).rejects.toMatchObject({ code: ErrorCode.CONFLICT });
  expect((await tenant.rest('GET', '/tokens')).body.totalCount).toBe(1);
});

test('of two platforms that ensure one client id concurrently, one gets it', async () => {
  const other = await world.newPlatform({ currencies: ['USD'] });
  const service = world.internal(AuthenticationService);
  const credentials = { clientId: wrong(), clientSecret: wrong() };
  const platformIds = [world.id, other.id];

  const outcomes = await Promise.allSettled(
    platformIds.map((platformId) => service.ensureToken({ ...credentials, platformId, name: 'Token', permissions: [] })),
  );

  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: ErrorCode.CONFLICT } }]);
  const winner = platformIds[outcomes.findIndex(({ status }) => status === 'fulfilled')];
  expect(await service.authenticateBasic(credentials)).toMatchObject({ platformId: winner });
});

test('a client id claimed by a process that died is available only to its own platform', async () => {
  const other = await world.newPlatform({ currencies: ['USD'] });
  const service = world.internal(AuthenticationService);
  const credentials = { clientId: wrong(), clientSecret: wrong() };
  const ensure = (platformId: string) => service.ensureToken({ ...credentials, platformId, name: 'Token', permissions: [] });
  await select(world.databaseUrl, `insert into auth.api_client values ('${credentials.clientId}', '${world.id}')`);

  const unfinished = service.authenticateBasic(credentials);

  await expect(unfinished).rejects.toMatchObject({ code: ErrorCode.UNAUTHORIZED });
  await expect(ensure(other.id)).rejects.toMatchObject({ code: ErrorCode.CONFLICT });
  await ensure(world.id);
  expect(await service.authenticateBasic(credentials)).toMatchObject({ platformId: world.id });
});

test('only services can resolve a caller', async () => {
  const { clientId, clientSecret } = world;

  const attempt = world.client(AuthenticationService).authenticateBasic({ clientId, clientSecret });

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.FORBIDDEN });
});
