// Links to accounts at issuing providers after they were made: reports, daily checks, lists.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { StablecoinProviderAccountStatus } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { clientId, key, report } from './stablecoins-world.ts';

const world = await sharedWorld();
const path = '/stablecoin-provider-accounts';
const link = (apiClientId: string, { rest }: Pick<Tenant, 'rest'> = world, fields: object = {}) =>
  rest('POST', path, { body: { provider: 'BRALE', apiClientId, apiClientSecret: 'secret', ...fields }, headers: key() });

test('refused later, a link is INVALID, and its last verification stands', async () => {
  const tenant = await world.newPlatform();
  const { body: made } = await link(clientId('003'), tenant);
  const show = async () => (await tenant.rest('GET', `${path}/${made.id}`)).body;

  await tenant.advance(4);
  expect((await show()).status).toBe('ACTIVE');
  await tenant.advance(2);
  const invalid = await show();
  expect(invalid).toMatchObject({ status: 'INVALID', lastVerifiedAt: made.lastVerifiedAt });
  expect(invalid.updatedAt > made.updatedAt).toBe(true);

  expect((await tenant.rest('GET', `${path}?status=INVALID`)).body.data).toEqual([invalid]);
});

test('the same account, linked again with good credentials, keeps its id', async () => {
  const tenant = await world.newPlatform();
  const id = clientId();
  const { body: made } = await link(id, tenant);
  await report(tenant, made.id, StablecoinProviderAccountStatus.INVALID);

  const again = await link(id, tenant);

  expect(again).toMatchObject({ status: 201, body: { id: made.id, status: 'ACTIVE', createdAt: made.createdAt } });
  expect((await tenant.rest('GET', path)).body.totalCount).toBe(1);
});

test('withdrawn later, a link is REVOKED for good, and its account is linked under a new id', async () => {
  const tenant = await world.newPlatform();
  const id = clientId('004');
  const { body: made } = await link(id, tenant);

  await tenant.advance(6);
  expect((await tenant.rest('GET', `${path}/${made.id}`)).body.status).toBe('REVOKED');
  await report(tenant, made.id, StablecoinProviderAccountStatus.INVALID);
  expect((await tenant.rest('GET', `${path}/${made.id}`)).body.status).toBe('REVOKED');

  const again = await link(id, tenant);
  expect(again).toMatchObject({ status: 201, body: { status: 'ACTIVE', providerAccountId: made.providerAccountId } });
  expect(again.body.id).not.toBe(made.id);
});

test('an INVALID link can be withdrawn, and is then not revived', async () => {
  const tenant = await world.newPlatform();
  const id = clientId();
  const { body: made } = await link(id, tenant);
  for (const status of [StablecoinProviderAccountStatus.INVALID, StablecoinProviderAccountStatus.REVOKED])
    await report(tenant, made.id, status);

  const again = await link(id, tenant);

  expect((await tenant.rest('GET', `${path}/${made.id}`)).body.status).toBe('REVOKED');
  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(made.id);
});

test('the operator reports a link, repeatably, and an unknown one is refused', async () => {
  const { body: made } = await link(clientId());

  for (const _ of [1, 2]) await report(world, made.id, StablecoinProviderAccountStatus.REVOKED);

  expect((await world.rest('GET', `${path}/${made.id}`)).body.status).toBe('REVOKED');
  const unknown = `StablecoinProviderAccount:${randomUUID()}`;
  await expect(report(world, unknown, StablecoinProviderAccountStatus.REVOKED)).rejects.toThrow(/no such/);
});

test('credentials that are refused later are replaced by others of the same account', async () => {
  const tenant = await world.newPlatform();
  const { body: made } = await link(clientId('003'), tenant);
  await tenant.advance(6);
  const { providerAccountId } = made;

  const again = await link(clientId(), tenant, { providerAccountId });
  await tenant.advance(6);

  expect(again).toMatchObject({ status: 201, body: { id: made.id, status: 'ACTIVE', providerAccountId } });
  expect((await tenant.rest('GET', `${path}/${made.id}`)).body.status).toBe('ACTIVE');
});

test.each([undefined, 'acct_1'])('credentials are checked once a day (account: %s)', async (providerAccountId) => {
  const tenant = await world.newPlatform();
  const { body: made } = await link(clientId(), tenant, providerAccountId === undefined ? {} : { providerAccountId });

  await tenant.advance(24 * 3600 + 60);

  const { body } = await tenant.rest('GET', `${path}/${made.id}`);
  expect(Date.parse(body.lastVerifiedAt) - Date.parse(made.lastVerifiedAt)).toBe(24 * 3600_000);
  expect(body.updatedAt).toBe(made.updatedAt);
});

test('links of another platform are not there', async () => {
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
    made.unshift((await link(clientId(), tenant)).body.id);
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
  for (const query of ['status=OTHER', 'provider=OTHER'])
    expect((await tenant.rest('GET', `${path}?${query}`)).body.code, query).toBe('INVALID_INPUT');
});
