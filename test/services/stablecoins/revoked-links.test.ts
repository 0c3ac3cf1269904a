// Registrations of tokens while an earlier one is on a REVOKED link.
import { expect, test } from 'vitest';
import { StablecoinProviderAccountStatus } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { startWorld } from '../../kit/platform.ts';
import { newNetworkToken } from './network-tokens.ts';
import { link, register, report, token } from './stablecoins-world.ts';

const world = await startWorld();
const { REVOKED } = StablecoinProviderAccountStatus;

test('a token on a REVOKED link continues on the selected one, under its id', async () => {
  const tenant = await world.newPlatform();
  const former = await link(tenant);
  const request = token();
  const { body: made } = await register(tenant, request);
  await report(tenant, former, REVOKED);
  const next = await link(tenant);

  const again = await register(tenant, request);

  expect(again).toMatchObject({ status: 201, body: { id: made.id, stablecoinProviderAccountId: next } });
  expect((await tenant.rest('GET', '/stablecoins')).body.totalCount).toBe(1);
});

test('another token with the symbol of one on a REVOKED link takes its place, under its id', async () => {
  const tenant = await world.newPlatform();
  const [former, next] = [await link(tenant), await link(tenant)];
  const request = token();
  const { body: made } = await register(tenant, { ...request, stablecoinProviderAccountId: former });
  const successor = { ...request, networkTokenIdentifier: newNetworkToken(), stablecoinProviderAccountId: next };
  const early = await register(tenant, successor);
  await report(tenant, former, REVOKED);

  const answers = await Promise.all([1, 2, 3].map(() => register(tenant, successor)));
  const [again] = answers.filter(({ status }) => status === 201);

  expect([early.status, early.body.details.reason]).toEqual([409, 'SYMBOL_EXISTS']);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const { id, createdAt, symbol } = made;
  expect(again?.body).toMatchObject({ ...successor, id, createdAt, symbol, issuanceStatus: 'PROVISIONED' });
  expect((await tenant.rest('GET', '/stablecoins')).body.data).toEqual([again?.body]);

  const other = await world.newPlatform();
  await link(other);
  expect((await register(other, successorOf(successor))).body.details.reason).toBe('TOKEN_IDENTIFIER_EXISTS');
  world.wall.advance(3600_000);
  expect((await register(other, successorOf(successor))).body.details.reason).toBe('TOKEN_IDENTIFIER_EXISTS');
  expect((await register(other, request)).status).toBe(201); // the platform has given it up
});

const successorOf = ({ networkTokenIdentifier }: ReturnType<typeof token>) => ({ ...token(), networkTokenIdentifier });

test('a token on a REVOKED link is not in the way of a token with another symbol', async () => {
  const tenant = await world.newPlatform();
  const former = await link(tenant);
  const { body: made } = await register(tenant, token());
  await report(tenant, former, REVOKED);
  await link(tenant);

  const { status, body } = await register(tenant, token());

  expect([status, body.id === made.id]).toEqual([201, false]);
});
