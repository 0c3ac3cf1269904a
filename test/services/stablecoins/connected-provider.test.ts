// Production platforms, and the provider that the operator has connected.
import { beforeEach, expect, test } from 'vitest';
import { OperationState } from '../../../gen/payments/stablecoins/v1/operation_progress_pb.ts';
import { StablecoinProviderAccountStatus } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { newNetworkToken } from './network-tokens.ts';
import { byWire, mint, show } from './operations-world.ts';
import { key, link, register, report, token } from './stablecoins-world.ts';
import { standInProvider } from './stand-in-provider.ts';

const serviceUrls = new Map([['stablecoin_providers', 'http://provider.example']]);
const world = await startWorld({ settings: { serviceUrls } });
const provider = standInProvider(world);
const usual = { ...provider };
beforeEach(() => {
  const token = { ...usual.token, networkTokenIdentifier: newNetworkToken() };
  Object.assign(provider, { ...usual, token, requests: new Map() });
});

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const path = '/stablecoin-provider-accounts';
const newTenant = () => world.newPlatform({ environment: 'production', regulated: false });
const credentials = (apiClientSecret = 'secret') => ({ provider: 'BRALE', apiClientId: 'client', apiClientSecret });
const later = async (ms: number) => {
  world.wall.advance(ms);
  await world.settle();
};
const harbor = () => ({
  providerTokenIdentifier: 'HARBOR',
  networkTokenIdentifier: provider.token.networkTokenIdentifier,
  network: 'SPARK',
});
const shownLink = async ({ rest }: Tenant, id: string) => (await rest('GET', `${path}/${id}`)).body;

/** A platform with a link, a stablecoin, and a wallet that receives its tokens. */
async function newIssuer() {
  const tenant = await newTenant();
  const linkId = await link(tenant);
  const { body: stablecoin } = await register(tenant, harbor());
  const address = 'spark1pgssy5clucrgzdzs85njxyejylyx0ty05myrc5m7nfzv83dahh93lcehsum28d';
  const wallet = { currency: 'USDB', accountInfo: { accountType: 'SPARK_WALLET', address } };
  const { body: account } = await tenant.rest('POST', '/platform/external-accounts', { body: wallet });
  const body = { ...byWire({ walletId: account.id }), amount: '250' };
  const send = (headers = key()) => mint(tenant, { stablecoinId: stablecoin.id }, body, headers);
  const list = async () => (await tenant.rest('GET', `/stablecoins/${stablecoin.id}/operations`)).body.data;
  return { tenant, linkId, stablecoinId: stablecoin.id, send, list };
}

test('a token is what the provider states, and is registered once per environment', async () => {
  const tenant = await newTenant();
  const linkId = await link(tenant);
  const sandbox = await world.newPlatform();
  await link(sandbox);

  const { status, body } = await register(tenant, harbor());
  const elsewhere = await register(sandbox, { ...token(), networkTokenIdentifier: harbor().networkTokenIdentifier });

  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...harbor(),
    name: 'Harbor Dollar',
    symbol: 'HARBOR',
    decimals: 2,
    issuanceStatus: 'PROVISIONED',
    providerEnvironment: 'PRODUCTION',
    stablecoinProviderAccountId: linkId,
  });
  expect(elsewhere).toMatchObject({ status: 201, body: { providerEnvironment: 'SANDBOX' } });
});

test.each([
  ['unknown at the provider', { providerTokenIdentifier: 'OTHER' }, 'providerTokenIdentifier'],
  ['on another network token', { networkTokenIdentifier: newNetworkToken() }, 'networkTokenIdentifier'],
  ['of a test network', { networkTokenIdentifier: newNetworkToken('btknrt1') }, 'networkTokenIdentifier'],
])('a token that is %s is refused', async (_, changes, field) => {
  const tenant = await newTenant();
  await link(tenant);

  const { status, body } = await register(tenant, { ...harbor(), ...changes });

  expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', field]);
  expect((await tenant.rest('GET', '/stablecoins')).body.totalCount).toBe(0);
});

test('a token that continues on another link must exist there', async () => {
  const tenant = await newTenant();
  const former = await link(tenant);
  const { body: made } = await register(tenant, harbor());
  await report(tenant, former, StablecoinProviderAccountStatus.REVOKED);
  const next = await link(tenant);

  const unknown = await register(tenant, { ...harbor(), providerTokenIdentifier: 'OTHER' });
  const again = await register(tenant, harbor());

  expect([unknown.status, unknown.body.details?.errors[0].field]).toEqual([400, 'providerTokenIdentifier']);
  expect(again).toMatchObject({ status: 201, body: { id: made.id, stablecoinProviderAccountId: next } });
});

test('while the provider cannot be reached, linking and registering store nothing, not even under their keys', async () => {
  const tenant = await newTenant();
  const [linking, registering] = [key(), key()];
  const linked = () => tenant.rest('POST', path, { body: credentials(), headers: linking });
  const unavailable = [503, 'SERVICE_UNAVAILABLE', '30'];
  const refusal = ({ status, headers, body }: Awaited<ReturnType<typeof linked>>) => [status, body.code, headers['retry-after']];
  provider.isReachable = false;
  const first = await linked();
  const noLink = (await tenant.rest('GET', path)).body.totalCount;
  provider.isReachable = true;
  expect((await linked()).status).toBe(201);
  provider.isReachable = false;
  const second = await register(tenant, harbor(), registering);
  const noToken = (await tenant.rest('GET', '/stablecoins')).body.totalCount;
  provider.isReachable = true;

  expect([refusal(first), refusal(second)]).toEqual([unavailable, unavailable]);
  expect([noLink, noToken]).toEqual([0, 0]);
  expect((await register(tenant, harbor(), registering)).status).toBe(201);
});

test.each([
  ['acct_1', 201, undefined],
  ['acct_2', 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
])('the credentials reach one account: naming %s is %i', async (providerAccountId, expected, code) => {
  const { rest } = await newTenant();

  const { status, body } = await rest('POST', path, { body: { ...credentials(), providerAccountId }, headers: key() });

  expect([status, body.code]).toEqual([expected, code]);
});

test('credentials that a registration finds refused make the link INVALID', async () => {
  const tenant = await newTenant();
  const linkId = await link(tenant);
  provider.secret = 'another';

  const { status, body } = await register(tenant, harbor());

  expect([status, body.code]).toEqual([400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID']);
  expect((await shownLink(tenant, linkId)).status).toBe('INVALID');
});

test('credentials that a mint finds refused make the link INVALID, and the mint FAILED', async () => {
  const { tenant, linkId, send } = await newIssuer();
  provider.secret = 'another';

  const { status, body } = await send();

  expect([status, body.status, body.failureReason]).toEqual([201, 'FAILED', 'PROVIDER_ACCOUNT_UNUSABLE']);
  expect((await shownLink(tenant, linkId)).status).toBe('INVALID');
});

test('credentials that the daily check finds refused make the link INVALID', async () => {
  const tenant = await newTenant();
  const linkId = await link(tenant);
  const { lastVerifiedAt } = await shownLink(tenant, linkId);
  provider.secret = 'another';

  await later(dayMs - 60_000);
  const before = await shownLink(tenant, linkId);
  await later(60_000);

  expect([before.status, before.lastVerifiedAt]).toEqual(['ACTIVE', lastVerifiedAt]);
  expect(await shownLink(tenant, linkId)).toMatchObject({ status: 'INVALID', lastVerifiedAt });
});

test('a daily check that cannot reach the provider changes nothing, and is repeated an hour later', async () => {
  const tenant = await newTenant();
  const linkId = await link(tenant);
  const made = await shownLink(tenant, linkId);
  provider.isReachable = false;
  await later(dayMs);
  const unchanged = await shownLink(tenant, linkId);
  provider.isReachable = true;
  await later(hourMs);

  const { status, lastVerifiedAt } = await shownLink(tenant, linkId);

  expect(unchanged).toEqual(made);
  expect([status, Date.parse(lastVerifiedAt) - Date.parse(made.lastVerifiedAt)]).toEqual(['ACTIVE', dayMs + hourMs]);
});

test('an INVALID link is revived with its new secret', async () => {
  const tenant = await newTenant();
  const linkId = await link(tenant);
  provider.secret = 'another';
  await register(tenant, harbor());
  world.wall.advance(60_000);

  const { status, body } = await tenant.rest('POST', path, { body: credentials('another'), headers: key() });

  expect([status, body.id, body.status]).toEqual([201, linkId, 'ACTIVE']);
  expect(Date.parse(body.lastVerifiedAt)).toBe(world.wall.now().getTime());
  expect((await register(tenant, harbor())).status).toBe(201);
});

test('an operation whose answer was lost is never given up before the provider was asked', async () => {
  const { tenant, send, list } = await newIssuer();
  provider.losesAnswers = true;
  const { status } = await send();
  const [{ id }] = await list();
  provider.isReachable = false;
  await later(2 * dayMs);
  const unknown = await show(tenant, id);
  provider.isReachable = true;
  provider.state = OperationState.COMPLETED;

  await later(2 * hourMs);

  expect([status, unknown.status]).toEqual([503, 'CREATED']);
  expect(await show(tenant, id)).toMatchObject({ status: 'COMPLETED', providerStatus: 'working' });
  expect([...provider.requests]).toEqual([[id, 1]]);
});

test('under a new key, an unfinished attempt is a second operation', async () => {
  const { send, list } = await newIssuer();
  provider.losesAnswers = true;
  await send();
  provider.losesAnswers = false;

  const { status } = await send();

  expect(status).toBe(201);
  expect((await list()).map(({ status: shown }: { status: string }) => shown).toSorted()).toEqual(['CREATED', 'PENDING_FUNDING']);
  expect(provider.requests.size).toBe(2);
});

test.each([
  ['the provider has received them', 'PROCESSING', OperationState.PROCESSING],
  ['the provider still waits', 'EXPIRED', OperationState.PENDING],
])('when the wait for funds ends and %s, the mint is then %s', async (_, status, state) => {
  const { tenant, send } = await newIssuer();
  const { body } = await send();
  await later(7 * dayMs - 2 * hourMs);
  const before = await show(tenant, body.id);
  provider.isReachable = false;
  await later(2 * hourMs - 1_000);
  provider.isReachable = true;
  provider.state = state;

  await later(hourMs);

  expect([before.status, (await show(tenant, body.id)).status]).toEqual(['PENDING_FUNDING', status]);
});
