// Mints and burns that the provider has not confirmed, and links that end meanwhile.
import { expect, test } from 'vitest';
import { StablecoinProviderAccountStatus } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { newIssuer, request, show } from './operations-world.ts';
import { key, register, report as reportLink } from './stablecoins-world.ts';

const world = await sharedWorld();

test('a provider that cannot be reached leaves the operation CREATED, and the same key continues it', async () => {
  const tenant = await world.newPlatform();
  const issuer = await newIssuer(tenant);
  const headers = key();
  const send = () => request(tenant, issuer, 'a mint by wire', { description: 'Later 503' }, headers);

  const first = await send();
  const { data } = (await tenant.rest('GET', `/stablecoins/${issuer.stablecoinId}/operations`)).body;
  const second = await send();

  expect([first.status, first.body.code, first.headers['retry-after']]).toEqual([503, 'SERVICE_UNAVAILABLE', '30']);
  expect(data).toMatchObject([{ status: 'CREATED' }]);
  expect(second).toMatchObject({ status: 201, body: { id: data[0].id, status: 'PENDING_FUNDING' } });
  expect(await send()).toMatchObject({ status: 201, body: second.body });
  expect((await tenant.rest('GET', `/stablecoins/${issuer.stablecoinId}/operations`)).body.totalCount).toBe(1);
  await tenant.advance(11);
  expect((await show(tenant, data[0].id)).status).toBe('COMPLETED');
});

test('an operation that is not continued fails after a day', async () => {
  const tenant = await world.newPlatform();
  const issuer = await newIssuer(tenant);
  const headers = key();
  const send = () => request(tenant, issuer, 'a burn of a balance', { description: 'Later 503' }, headers);
  await send();
  const { id } = (await tenant.rest('GET', `/stablecoins/${issuer.stablecoinId}/operations`)).body.data[0];

  await tenant.advance(24 * 3600 - 60);
  expect((await show(tenant, id)).status).toBe('CREATED');
  await tenant.advance(180);

  expect(await show(tenant, id)).toMatchObject({ status: 'FAILED', failureReason: 'PROVIDER_UNAVAILABLE' });
  expect(await send()).toMatchObject({ status: 201, body: { id, status: 'FAILED' } });
});

test('without usable credentials, an unconfirmed operation ends, and accepted ones go on', async () => {
  const tenant = await world.newPlatform();
  const issuer = await newIssuer(tenant);
  const headers = key();
  const send = () => request(tenant, issuer, 'a mint by wire', { description: 'Later 503' }, headers);
  const { body: accepted } = await request(tenant, issuer, 'a mint by wire');
  await send();
  await reportLink(tenant, issuer.linkId, StablecoinProviderAccountStatus.REVOKED);

  expect(await send()).toMatchObject({ status: 201, body: { status: 'FAILED', failureReason: 'PROVIDER_ACCOUNT_UNUSABLE' } });
  await tenant.advance(11);
  expect((await show(tenant, accepted.id)).status).toBe('COMPLETED');
});

test('an operation keeps its link when the stablecoin is bound to another one', async () => {
  const tenant = await world.newPlatform();
  const issuer = await newIssuer(tenant);
  const { body: made } = await request(tenant, issuer, 'a mint by wire');
  const { body: coin } = await tenant.rest('GET', `/stablecoins/${issuer.stablecoinId}`);
  await reportLink(tenant, issuer.linkId, StablecoinProviderAccountStatus.REVOKED);
  const other = await newIssuer(tenant);
  const { providerTokenIdentifier, networkTokenIdentifier, network } = coin;
  const moved = { providerTokenIdentifier, networkTokenIdentifier, network, stablecoinProviderAccountId: other.linkId };
  expect((await register(tenant, moved)).body.id).toBe(issuer.stablecoinId);

  const { body: next } = await request(tenant, { ...issuer, linkId: other.linkId }, 'a mint by wire');

  expect((await show(tenant, made.id)).stablecoinProviderAccountId).toBe(issuer.linkId);
  expect(next.stablecoinProviderAccountId).toBe(other.linkId);
});
