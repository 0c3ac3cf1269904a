// Links to accounts at stablecoin providers: linking, and the storage of secrets.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { select } from '../../kit/books.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { clientId } from './stablecoins-world.ts';

const world = await startWorld();
const secret = 'the secret of a provider account';
const path = '/stablecoin-provider-accounts';
const fields = (field: string) => [expect.objectContaining({ field })];
const link = (apiClientId: string, fields: object = {}, { rest }: Pick<Tenant, 'rest'> = world, key: string = randomUUID()) =>
  rest('POST', path, {
    body: { provider: 'BRALE', apiClientId, apiClientSecret: secret, ...fields },
    headers: { 'idempotency-key': key },
  });

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
  [
    'credentials that reach two accounts',
    '005',
    {},
    400,
    'INVALID_INPUT',
    { reason: 'PROVIDER_ACCOUNT_ID_REQUIRED', errors: fields('providerAccountId') },
  ],
  ['an unknown provider', '111', { provider: 'OTHER' }, 400, 'INVALID_INPUT', { errors: fields('provider') }],
  ['no client id', '111', { apiClientId: '' }, 400, 'INVALID_INPUT', { errors: fields('apiClientId') }],
  ['no secret', '111', { apiClientSecret: '' }, 400, 'INVALID_INPUT', { errors: fields('apiClientSecret') }],
  ['a client id that is too long', '1'.repeat(257), {}, 400, 'INVALID_INPUT', { errors: fields('apiClientId') }],
  [
    'a secret that is too long',
    '111',
    { apiClientSecret: '1'.repeat(257) },
    400,
    'INVALID_INPUT',
    { errors: fields('apiClientSecret') },
  ],
  ['an empty account id', '111', { providerAccountId: '' }, 400, 'INVALID_INPUT', { errors: fields('providerAccountId') }],
  [
    'an account id that is too long',
    '111',
    { providerAccountId: '1'.repeat(129) },
    400,
    'INVALID_INPUT',
    { errors: fields('providerAccountId') },
  ],
])('%s are refused, and nothing is stored', async (_, suffix, fields, status, code, details) => {
  const tenant = await world.newPlatform();

  const answer = await link(suffix.length > 3 ? suffix : clientId(suffix), fields, tenant);

  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body.details ?? {}).toMatchObject(details);
  expect((await tenant.rest('GET', path)).body.totalCount).toBe(0);
});

test('the longest client id and secret are accepted', async () => {
  expect((await link('1'.repeat(256), { apiClientSecret: '1'.repeat(256) })).status).toBe(201);
});

test.each(['111', '005'])('any account can be named: %s', async (suffix) => {
  const providerAccountId = `acct_${randomUUID()}`;

  const { status, body } = await link(clientId(suffix), { providerAccountId });
  const again = await link(clientId(), { providerAccountId });

  expect([status, body.status, body.providerAccountId]).toEqual([201, 'ACTIVE', providerAccountId]);
  expect(again).toMatchObject({ status: 409, body: { details: { stablecoinProviderAccountId: body.id } } });
});

test('without a name, the account is derived from the client id', async () => {
  const providerAccountId = 'ajBLAONWza4clVPeEPsAqISJEw2'; // of the SHA-256 of the client id

  const { body } = await link('an account');

  expect(body.providerAccountId).toBe(providerAccountId);
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

  const texts = [secret, Buffer.from(secret).toString('hex')].map((text) => `%${text}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await select(world.databaseUrl, `select from ${name} row where row::text like any($1) limit 1`, [texts]);
    if (rows.length > 0) found.push(name);
  }

  expect(found).toEqual([]);
});
