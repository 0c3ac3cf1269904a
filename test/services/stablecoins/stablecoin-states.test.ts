// Stablecoins after their registration: issuance, operator's decisions, lists.
import { expect, test } from 'vitest';
import {
  StablecoinIssuanceStatus,
  StablecoinServiceOperationsStatus,
} from '../../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { StablecoinReportService } from '../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { link, register, token } from './stablecoins-world.ts';

const world = await sharedWorld();

test.each([
  ['001', ['PENDING_REVIEW', 'PENDING_REVIEW', 'PENDING_REVIEW', 'PENDING_REVIEW', 'PENDING_REVIEW']],
  ['002', ['PENDING_REVIEW', 'PENDING_REVIEW', 'REJECTED', 'REJECTED', 'REJECTED']],
  ['003', ['PROVISIONING', 'PROVISIONING', 'FAILED', 'FAILED', 'FAILED']],
  ['005', ['PROVISIONING', 'PROVISIONING', 'PROVISIONING', 'PROVISIONING', 'PROVISIONED']],
  ['111', ['PROVISIONED', 'PROVISIONED', 'PROVISIONED', 'PROVISIONED', 'PROVISIONED']],
])('the issuance of a token that ends in %s is %s, at once, after 4, 6, 29 and 31 seconds', async (suffix, statuses) => {
  const tenant = await world.newPlatform();
  await link(tenant);
  const { body } = await register(tenant, token(suffix));
  const seen = [body.issuanceStatus];
  for (const seconds of [4, 2, 23, 2]) {
    await tenant.advance(seconds);
    seen.push((await tenant.rest('GET', `/stablecoins/${body.id}`)).body.issuanceStatus);
  }

  expect(seen).toEqual(statuses);
});

test('a FAILED token can be registered again, also by another platform, a REJECTED one cannot', async () => {
  const [tenant, other] = [await world.newPlatform(), await world.newPlatform()];
  for (const one of [tenant, other]) await link(one);
  const [failed, shared, rejected] = [token('003'), token('003'), token('002')];
  for (const one of [failed, shared, rejected]) await register(tenant, one);
  await tenant.advance(6);

  expect((await register(tenant, failed)).status).toBe(201);
  expect((await register(other, shared)).status).toBe(201);
  expect((await register(tenant, rejected)).body.details.reason).toBe('TOKEN_IDENTIFIER_EXISTS');
});

test('the provider reports, the operator decides, and neither goes back', async () => {
  const tenant = await world.newPlatform();
  await link(tenant);
  const { body: made } = await register(tenant, { ...token(), providerTokenIdentifier: 'HARBOR001' });
  const reports = tenant.internal(StablecoinReportService);
  const show = async () => (await tenant.rest('GET', `/stablecoins/${made.id}`)).body;
  const { PROVISIONING, PROVISIONED, FAILED } = StablecoinIssuanceStatus;
  const { PENDING_APPROVAL, ENABLING, ENABLED, DISABLED } = StablecoinServiceOperationsStatus;

  const seen: string[] = [];
  for (const status of [PROVISIONED, PROVISIONING, PROVISIONING, PROVISIONED, FAILED]) {
    await reports.reportIssuance({ stablecoinId: made.id, status });
    seen.push((await show()).issuanceStatus);
  }
  expect(seen).toEqual(['PENDING_REVIEW', 'PROVISIONING', 'PROVISIONING', 'PROVISIONED', 'PROVISIONED']);

  const decide = (status: StablecoinServiceOperationsStatus) =>
    reports.setServiceOperationsStatus({ stablecoinId: made.id, status });
  await expect(decide(ENABLED)).rejects.toThrow(/NOT_ENABLED to ENABLED/);
  for (const status of [PENDING_APPROVAL, ENABLING, ENABLED]) await decide(status);
  expect(await show()).toMatchObject({ serviceOperationsStatus: 'ENABLED', currency: made.symbol });
  for (const status of [DISABLED, DISABLED]) await decide(status);
  expect(await show()).toMatchObject({ serviceOperationsStatus: 'DISABLED', currency: made.symbol });
  await decide(ENABLED);
});

test('lists are of one platform, newest first, filtered', async () => {
  const tenant = await world.newPlatform();
  await link(tenant);
  const made: string[] = [];
  for (const suffix of ['X', '001', 'Y']) {
    made.unshift((await register(tenant, token(suffix))).body.id);
    await tenant.advance(1);
  }
  const list = async (query: string) => {
    const { body } = await tenant.rest('GET', `/stablecoins?${query}`);
    return body.data.map(({ id }: { id: string }) => id);
  };

  expect(await list('')).toEqual(made);
  expect(await list('limit=1')).toEqual(made.slice(0, 1));
  expect(await list('issuanceStatus=PENDING_REVIEW')).toEqual([made[1]]);
  expect(await list('serviceOperationsStatus=NOT_ENABLED&provider=BRALE')).toEqual(made);
  expect(await list('serviceOperationsStatus=ENABLED')).toEqual([]);
  for (const query of ['issuanceStatus=OTHER', 'serviceOperationsStatus=OTHER', 'provider=OTHER'])
    expect((await tenant.rest('GET', `/stablecoins?${query}`)).body.code, query).toBe('INVALID_INPUT');
  expect((await world.rest('GET', `/stablecoins/${made[0]}`)).body).toMatchObject({
    code: 'REFERENCE_NOT_FOUND',
    details: { resource: 'Stablecoin' },
  });
});
