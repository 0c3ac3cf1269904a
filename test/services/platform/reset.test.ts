// The reset of a sandbox platform: everything that it has made is gone, in every service, and it works like a new one.
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { services } from '../../../services/all.ts';
import { platformDataOf } from '../../../services/kit/service/common-services.ts';
import { platform } from '../../../services/platform/service.ts';
import { makeThings } from '../../contract/things.ts';
import { brokenInvariants } from '../../kit/books.ts';
import { asTester } from '../../kit/citus.ts';
import { dieAt } from '../../kit/death.ts';
import { balancesOf, makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { type CatalogTable, tablesIn } from '../../kit-storage/catalog.ts';

const world = await startWorld();
const database = new Client({ connectionString: asTester(world.databaseUrl) });
await database.connect();
afterAll(() => database.end());

const reset = ({ rest }: Tenant, headers = {}) => rest('POST', '/sandbox/reset', { headers });

const tables: CatalogTable[] = [];
for (const { name } of services) tables.push(...(await tablesIn(database, name)));
const counting = tables
  .filter(({ columns }) => columns.some(({ name }) => name === 'platform_id'))
  .filter(({ name }) => !name.endsWith('.placed_platform')) // says only where the rows of a platform lie
  .map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name} where platform_id = $1`)
  .join(' union all ');

/** How many rows each table has for a platform, without tables that have none. */
async function rowsOf({ id }: Tenant): Promise<Record<string, number>> {
  const { rows } = await database.query<{ name: string; count: number }>(counting, [id]);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
}

/** What resets keep, as the services declare it, and the key of the reset. */
const kept = services.flatMap(({ name, reset: { keeps } = { keeps: [] } }) => keeps.map((table) => `${name}.${table}`));
kept.push('platform.idempotency');

async function pay({ rest }: Tenant): Promise<string> {
  const payer = await makePayer(rest);
  const quote = await makeQuote(rest, { from: payer.accountId, to: await makePayee(rest, payer.customerId) });
  const { body } = await rest('POST', `/quotes/${quote.id}/execute`);
  expect(await balancesOf(rest, payer)).toEqual({ available: 99_000, total: 99_000 });
  return body.status;
}

test('every service takes part in a reset', () => {
  const needed = Object.values(platform.needs).filter(({ name }) => name === 'PlatformDataService');

  expect(needed.map(({ typeName }) => typeName).toSorted()).toEqual(
    services.map(({ name }) => platformDataOf(name).typeName).toSorted(),
  );
});

test('a reset leaves the rows of a new platform, and what it keeps', async () => {
  const [tenant, fresh] = [await world.newPlatform(), await world.newPlatform()];
  await makeThings(tenant);
  const before = await rowsOf(tenant);

  expect((await reset(tenant)).status).toBe(204);
  await world.settle();

  const [after, expected] = [await rowsOf(tenant), await rowsOf(fresh)];
  const comparable = (counts: Record<string, number>) => Object.entries(counts).filter(([name]) => !kept.includes(name));
  expect(Object.keys(before).length).toBeGreaterThan(40);
  expect(comparable(after)).toEqual(comparable(expected));
});

test('a platform that was reset works like a new one, in real time, with its own configuration', async () => {
  const tenant = await world.newPlatform();
  await tenant.rest('PATCH', '/config', { body: { embeddedWalletConfig: { appName: 'Kept' } } });
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', platformCustomerId: 'ada', umaAddress: '$ada@localhost' };
  const create = () => tenant.rest('POST', '/customers', { body, headers: { 'idempotency-key': 'one' } });
  const first = await create();
  await pay(tenant);
  await tenant.advance(86_400);

  await reset(tenant);

  const again = await create();
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body.id).not.toBe(first.body.id);
  expect((await tenant.rest('GET', `/customers/${first.body.id}`)).status).toBe(404);
  expect((await tenant.rest('GET', '/transactions')).body.data).toEqual([]);
  expect((await tenant.rest('GET', '/sandbox/clock')).body.offsetSeconds).toBe(0);
  expect((await tenant.rest('GET', '/config')).body.embeddedWalletConfig).toMatchObject({ appName: 'Kept' });
  expect(await pay(tenant)).toBe('COMPLETED');
});

test('the books of the installation balance after a reset between payments', async () => {
  const [tenant, other] = [await world.newPlatform(), await world.newPlatform()];
  await Promise.all([pay(tenant), pay(other)]);

  await reset(tenant);
  await Promise.all([pay(tenant), pay(other)]);
  await world.settle();

  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});

test('a repeat under the same key does not reset again', async () => {
  const tenant = await world.newPlatform();
  const headers = { 'idempotency-key': 'once' };
  await reset(tenant, headers);
  await tenant.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } });

  const { status } = await reset(tenant, headers);

  expect([status, (await tenant.rest('GET', '/customers')).body.totalCount]).toEqual([204, 1]);
});

test('a reset that died between two services is completed by its repeat', async () => {
  const tenant = await world.newPlatform();
  await pay(tenant);
  const headers = { 'idempotency-key': 'died' };
  const { hasDied } = dieAt('platform data removed');

  const first = await reset(tenant, headers);
  const second = await reset(tenant, headers);

  expect([first.status, hasDied(), second.status]).toEqual([500, true, 204]);
  expect((await tenant.rest('GET', '/customers')).body.totalCount).toBe(0);
  expect(await pay(tenant)).toBe('COMPLETED');
});

test('concurrent resets, and payments meanwhile, leave a platform that works', async () => {
  const tenant = await world.newPlatform();
  const { rest } = tenant;
  const payer = await makePayer(rest);
  const payee = await makePayee(rest, payer.customerId);
  const quotes = await Promise.all(Array.from({ length: 5 }, () => makeQuote(rest, { from: payer.accountId, to: payee })));

  await Promise.all([
    ...quotes.map(({ id }) => rest('POST', `/quotes/${id}/execute`)),
    ...Array.from({ length: 3 }, () => reset(tenant)),
  ]);
  await world.settle();

  expect((await reset(tenant)).status).toBe(204);
  expect(await pay(tenant)).toBe('COMPLETED');
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});

test('production platforms are never reset', async () => {
  const tenant = await world.newPlatform({ environment: 'production' });

  const { status, body } = await reset(tenant);
  const removal = tenant.internal(platformDataOf('accounts')).removePlatformData({});

  expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  await expect(removal).rejects.toThrow('sandbox only');
});
