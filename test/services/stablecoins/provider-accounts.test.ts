// Links to accounts at stablecoin providers: linking, status, lists, and the storage of secrets.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  StablecoinProviderAccountStatus,
  StablecoinProviderReportService,
} from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { select } from '../../kit/books.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';

const world = await startWorld();
const secret = 'the secret of a provider account';
const path = '/stablecoin-provider-accounts';
const clientId = (suffix = '111') => `${randomUUID()}-${suffix}`;
const link = (apiClientId: string, fields: object = {}, { rest }: Pick<Tenant, 'rest'> = world, key: string = randomUUID()) =>
  rest('POST', path, {
    body: { provider: 'BRALE', apiClientId, apiClientSecret: secret, ...fields },
    headers: { 'idempotency-key': key },
  });
const statusOf = async (id: string) => (await world.rest('GET', `${path}/${id}`)).body.status;

test('accepted credentials create an ACTIVE link that never shows them', async () => {
  const { status, body } = await link(clientId());

  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^StablecoinProviderAccount:[0-9a-f-]{36}$/),
    provider: 'BRALE',
    providerAccountId: expect.stringMatching(/^[0-9A-Za-z]{27}$/),
    providerEnvironment: 'SANDBOX',
    status: 'ACTIVE',
    lastVerifiedAt: body.createdAt,
    createdAt: expect.any(String),
    updatedAt: body.createdAt,
  });
  expect((await world.rest('GET', `${path}/${body.id}`)).body).toEqual(body);
});

test.each([
  ['refused credentials', '002', {}, 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID', {}],
  ['credentials that reach two accounts', '005', {}, 400, 'INVALID_INPUT', { reason: 'PROVIDER_ACCOUNT_ID_REQUIRED' }],
  ['an account out of reach', '111', { providerAccountId: 'another' }, 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID', {}],
  ['an unknown provider', '111', { provider: 'OTHER' }, 400, 'INVALID_INPUT', {}],
  ['no secret', '111', { apiClientSecret: '' }, 400, 'INVALID_INPUT', {}],
  ['a client id that is too long', '1'.repeat(257), {}, 400, 'INVALID_INPUT', {}],
  ['a secret that is too long', '111', { apiClientSecret: '1'.repeat(257) }, 400, 'INVALID_INPUT', {}],
  ['an empty account id', '111', { providerAccountId: '' }, 400, 'INVALID_INPUT', {}],
])('%s are refused, and nothing is stored', async (_, suffix, fields, status, code, details) => {
  const tenant = await world.newPlatform();

  const answer = await link(suffix.length > 3 ? suffix : clientId(suffix), fields, tenant);

  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body.details ?? {}).toMatchObject(details);
  expect((await tenant.rest('GET', path)).body.totalCount).toBe(0);
});

test('credentials for two accounts link the named one', async () => {
  const providerAccountId = 'pPa9mNBtK2mkybKlTnPqOBT7lrL'; // of the SHA-256 of the client id

  const answer = await link('two-accounts-005', { providerAccountId });

  expect(answer).toMatchObject({ status: 201, body: { providerAccountId } });
});

test('concurrent creations make one ACTIVE link', async () => {
  const tenant = await world.newPlatform();
  const id = clientId();

  const answers = await Promise.all(Array.from({ length: 8 }, () => link(id, {}, tenant)));

  const [made, ...others] = answers.toSorted((one, other) => one.status - other.status);
  expect(made?.status).toBe(201);
  expect(others.map(({ status, body }) => [status, body.code, body.details.stablecoinProviderAccountId])).toEqual(
    others.map(() => [409, 'CONFLICT', made?.body.id]),
  );
  expect((await tenant.rest('GET', path)).body.totalCount).toBe(1);
});

test('the idempotency key replays the response, and is required', async () => {
  const [id, key] = [clientId(), randomUUID()];
  const first = await link(id, {}, world, key);

  expect(await link(id, {}, world, key)).toMatchObject({ status: 201, body: first.body });
  expect((await link(id, { apiClientSecret: 'another' }, world, key)).body.details.reason).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await world.rest('POST', path, { body: {} })).toMatchObject({
    status: 400,
    body: { details: { errors: expect.arrayContaining([{ field: 'Idempotency-Key', message: 'is required' }]) } },
  });
});

test('a link whose credentials are refused later is INVALID, and keeps its last verification', async () => {
  const tenant = await world.newPlatform();
  const { body: made } = await link(clientId('003'), {}, tenant);
  const show = async () => (await tenant.rest('GET', `${path}/${made.id}`)).body;

  await tenant.advance(4);
  expect((await show()).status).toBe('ACTIVE');
  await tenant.advance(2);
  const invalid = await show();
  expect(invalid).toMatchObject({ status: 'INVALID', lastVerifiedAt: made.lastVerifiedAt });
  expect(invalid.updatedAt > made.updatedAt).toBe(true);

  expect((await tenant.rest('GET', `${path}?status=INVALID`)).body.data).toEqual([invalid]);
});

test('the same account, linked again with valid credentials, keeps its id', async () => {
  const tenant = await world.newPlatform();
  const id = clientId();
  const { body: made } = await link(id, {}, tenant);
  await report(tenant, made.id, StablecoinProviderAccountStatus.INVALID);

  const again = await link(id, {}, tenant);

  expect(again).toMatchObject({ status: 201, body: { id: made.id, status: 'ACTIVE', createdAt: made.createdAt } });
  expect((await tenant.rest('GET', path)).body.totalCount).toBe(1);
});

test('a link withdrawn later is REVOKED for good, and its account is linked under a new id', async () => {
  const tenant = await world.newPlatform();
  const id = clientId('004');
  const { body: made } = await link(id, {}, tenant);

  await tenant.advance(6);
  expect((await tenant.rest('GET', `${path}/${made.id}`)).body.status).toBe('REVOKED');
  await report(tenant, made.id, StablecoinProviderAccountStatus.INVALID);
  expect((await tenant.rest('GET', `${path}/${made.id}`)).body.status).toBe('REVOKED');

  const again = await link(id, {}, tenant);
  expect(again).toMatchObject({ status: 201, body: { status: 'ACTIVE', providerAccountId: made.providerAccountId } });
  expect(again.body.id).not.toBe(made.id);
});

test("the operator's report of a link is repeatable, and an unknown link is refused", async () => {
  const { body: made } = await link(clientId());

  for (const _ of [1, 2]) await report(world, made.id, StablecoinProviderAccountStatus.REVOKED);

  expect(await statusOf(made.id)).toBe('REVOKED');
  const unknown = `StablecoinProviderAccount:${randomUUID()}`;
  await expect(report(world, unknown, StablecoinProviderAccountStatus.REVOKED)).rejects.toThrow(/no such/);
});

test('credentials are checked once a day', async () => {
  const tenant = await world.newPlatform();
  const { body: made } = await link(clientId(), {}, tenant);

  await tenant.advance(24 * 3600 + 60);

  const { body } = await tenant.rest('GET', `${path}/${made.id}`);
  expect(Date.parse(body.lastVerifiedAt) - Date.parse(made.lastVerifiedAt)).toBe(24 * 3600_000);
  expect(body.updatedAt).toBe(made.updatedAt);
});

test("another platform's links are not found", async () => {
  const other = await world.newPlatform();
  const { body } = await link(clientId());

  const answer = await other.rest('GET', `${path}/${body.id}`);

  expect([answer.status, answer.body.code]).toEqual([404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND']);
  expect((await other.rest('GET', path)).body.data).toEqual([]);
});

test('lists come newest first, page by page, filtered', async () => {
  const tenant = await world.newPlatform();
  const made: string[] = [];
  for (const _ of [1, 2, 3]) {
    made.unshift((await link(clientId(), {}, tenant)).body.id);
    await tenant.advance(1);
  }
  await report(tenant, made[1] ?? '', StablecoinProviderAccountStatus.REVOKED);
  const list = async (query: string) => {
    const { body } = await tenant.rest('GET', `${path}?${query}`);
    return { ids: body.data.map(({ id }: { id: string }) => id), total: body.totalCount, cursor: body.nextCursor };
  };

  const first = await list('limit=2');
  expect(first).toMatchObject({ ids: made.slice(0, 2), total: 3 });
  expect(await list(`limit=2&cursor=${first.cursor}`)).toEqual({ ids: made.slice(2), total: 3, cursor: undefined });
  expect((await list('status=ACTIVE&provider=BRALE')).ids).toEqual([made[0], made[2]]);
  expect((await list('status=REVOKED')).ids).toEqual([made[1]]);
  expect((await tenant.rest('GET', `${path}?status=OTHER`)).status).toBe(400);
});

test('production platforms need a connected provider', async () => {
  const production = await world.newPlatform({ environment: 'production' });

  expect(await link(clientId(), {}, production)).toMatchObject({ status: 501, body: { code: 'NOT_IMPLEMENTED' } });
});

test('the database contains the secret nowhere in clear text', async () => {
  await link(clientId());
  const tables = await select<{ name: string }>(
    world.databaseUrl,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );

  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await select(world.databaseUrl, `select from ${name} row where row::text like $1 limit 1`, [`%${secret}%`]);
    const hex = Buffer.from(secret).toString('hex');
    const bytes = await select(world.databaseUrl, `select from ${name} row where row::text like $1 limit 1`, [`%${hex}%`]);
    if (rows.length + bytes.length > 0) found.push(name);
  }

  expect(found).toEqual([]);
});

function report(tenant: Tenant, id: string, status: StablecoinProviderAccountStatus) {
  const client = tenant.internal(StablecoinProviderReportService);
  return client.reportStablecoinProviderAccount({ stablecoinProviderAccountId: id, status });
}
