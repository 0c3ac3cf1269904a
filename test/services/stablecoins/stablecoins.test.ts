// Registration of stablecoins: which link it uses, what the provider knows, and duplicates.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { StablecoinProviderAccountStatus } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { newNetworkToken } from './network-tokens.ts';
import { key, link, register, report, token } from './stablecoins-world.ts';

const world = await sharedWorld();
const { INVALID, REVOKED } = StablecoinProviderAccountStatus;

test('a token is registered with what the provider knows of it', async () => {
  const tenant = await world.newPlatform();
  const linkId = await link(tenant);
  const request = token();

  const { status, body } = await register(tenant, request);

  expect(status).toBe(201);
  expect(body).toEqual({
    ...request,
    id: expect.stringMatching(/^Stablecoin:[0-9a-f-]{36}$/),
    name: request.providerTokenIdentifier,
    symbol: request.providerTokenIdentifier,
    baseCurrency: 'USD',
    decimals: 6,
    issuanceStatus: 'PROVISIONED',
    serviceOperationsStatus: 'NOT_ENABLED',
    provider: 'BRALE',
    stablecoinProviderAccountId: linkId,
    providerEnvironment: 'SANDBOX',
    createdAt: expect.any(String),
    updatedAt: body.createdAt,
  });
  expect((await tenant.rest('GET', `/stablecoins/${body.id}`)).body).toEqual(body);
});

// Links of the platform, the one that the request names, and what becomes of it.
test.each<[string, readonly string[], number | undefined, number, string | undefined]>([
  ['the only ACTIVE one', ['ACTIVE'], undefined, 201, undefined],
  ['the only ACTIVE one beside others', ['REVOKED', 'ACTIVE', 'INVALID'], undefined, 201, undefined],
  ['the named one of several', ['ACTIVE', 'ACTIVE'], 1, 201, undefined],
  ['several, none named', ['ACTIVE', 'ACTIVE'], undefined, 400, 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED'],
  ['no ACTIVE one, but an INVALID one', ['REVOKED', 'INVALID'], undefined, 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
  ['only REVOKED ones', ['REVOKED'], undefined, 400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'],
  ['none at all', [], undefined, 404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'],
  ['a named INVALID one', ['ACTIVE', 'INVALID'], 1, 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
  ['a named REVOKED one', ['ACTIVE', 'REVOKED'], 1, 400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'],
  ['an unknown one', ['ACTIVE'], 5, 404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'],
])('the link is %s', async (_, states, named, status, code) => {
  const tenant = await world.newPlatform();
  const ids: string[] = [];
  for (const state of states) {
    const id = await link(tenant);
    if (state !== 'ACTIVE') await report(tenant, id, state === 'INVALID' ? INVALID : REVOKED);
    ids.push(id);
  }
  const id =
    named === undefined ? {} : { stablecoinProviderAccountId: ids[named] ?? `StablecoinProviderAccount:${randomUUID()}` };

  const { status: found, body } = await register(tenant, { ...token(), ...id });

  expect([found, body.code]).toEqual([status, code]);
  if (status === 201) expect(body.stablecoinProviderAccountId).toBe(ids[named ?? states.indexOf('ACTIVE')]);
  if (code?.endsWith('SELECTION_REQUIRED')) expect(body.details.stablecoinProviderAccountIds.toSorted()).toEqual(ids.toSorted());
});

test.each([
  ['a code with a space', { providerTokenIdentifier: 'A B' }, 'providerTokenIdentifier'],
  ['a code that is too long', { providerTokenIdentifier: 'A'.repeat(65) }, 'providerTokenIdentifier'],
  ['another network', { network: 'OTHER' }, 'network'],
  ['an upper-case token', { networkTokenIdentifier: newNetworkToken().toUpperCase() }, 'networkTokenIdentifier'],
  ['a token with another prefix', { networkTokenIdentifier: 'btc1qqqqqq' }, 'networkTokenIdentifier'],
  ['a token that is too short', { networkTokenIdentifier: 'btkn1qqqqq' }, 'networkTokenIdentifier'],
  ['a token that is too long', { networkTokenIdentifier: `btkn1${'q'.repeat(101)}` }, 'networkTokenIdentifier'],
  ['a token with a letter that bech32 lacks', { networkTokenIdentifier: 'btkn1qqqqqb' }, 'networkTokenIdentifier'],
  ['no code', { providerTokenIdentifier: '' }, 'providerTokenIdentifier'],
])('%s is refused', async (_, fields, field) => {
  const { status, body } = await register(world, { ...token(), ...fields });

  expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', field]);
});

test('a token of a test network is registered in the sandbox', async () => {
  const tenant = await world.newPlatform();
  await link(tenant);

  expect((await register(tenant, { ...token(), networkTokenIdentifier: newNetworkToken('btknrt1') })).status).toBe(201);
});

test('the link of another platform does not exist', async () => {
  const tenant = await world.newPlatform();
  await link(tenant);
  const stablecoinProviderAccountId = await link(await world.newPlatform());

  const { status, body } = await register(tenant, { ...token(), stablecoinProviderAccountId });

  expect([status, body.code]).toEqual([404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND']);
});

test('a token is registered once: by network token, by provider token, by symbol', async () => {
  const tenant = await world.newPlatform();
  const other = await world.newPlatform();
  const [first, second] = [await link(tenant), await link(tenant)];
  await link(other);
  const request = { ...token(), stablecoinProviderAccountId: first };
  await register(tenant, request);
  const fresh = { networkTokenIdentifier: newNetworkToken() };
  const reasonOf = async (tenantOf: Tenant, body: object) => {
    const answer = await register(tenantOf, body);
    return [answer.status, answer.body.code, answer.body.details?.reason];
  };

  expect(await reasonOf(tenant, { ...request, providerTokenIdentifier: 'OTHER' })).toEqual([
    409,
    'CONFLICT',
    'TOKEN_IDENTIFIER_EXISTS',
  ]);
  expect(await reasonOf(other, { ...token(), networkTokenIdentifier: request.networkTokenIdentifier })).toEqual([
    409,
    'CONFLICT',
    'TOKEN_IDENTIFIER_EXISTS',
  ]);
  expect(await reasonOf(tenant, { ...request, ...fresh })).toEqual([409, 'CONFLICT', 'PROVIDER_TOKEN_EXISTS']);
  const elsewhere = { ...request, networkTokenIdentifier: newNetworkToken(), stablecoinProviderAccountId: second };
  expect(await reasonOf(tenant, elsewhere)).toEqual([409, 'CONFLICT', 'SYMBOL_EXISTS']);
});

test('of parallel registrations of one network token by two platforms, one succeeds', async () => {
  const tenants = [await world.newPlatform(), await world.newPlatform()];
  for (const tenant of tenants) await link(tenant);
  const request = token();

  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => register(tenants[index % 2] ?? world, request)));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
});

test('a repeated call returns the first response', async () => {
  const tenant = await world.newPlatform();
  await link(tenant);
  const [request, headers] = [token(), key()];

  const answers = [await register(tenant, request, headers), await register(tenant, request, headers)];

  expect(answers[1]).toMatchObject({ status: 201, body: answers[0]?.body });
});
