// The making and the end of forks of a sandbox platform: repeats, deaths, deletion.
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { platformDataOf } from '../../../services/kit/service/common-services.ts';
import { asTester } from '../../kit/citus.ts';
import { dieAt } from '../../kit/death.ts';
import { forkOf, pay, rowsOf, tokenOf } from '../../kit/forks.ts';
import { makePayer } from '../../kit/payments.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { restOver } from '../../kit/rest.ts';

const world = await startWorld();
const database = new Client({ connectionString: asTester(world.databaseUrl) });
await database.connect();
afterAll(() => database.end());
const fork = (of: Pick<Tenant, 'rest'>) => forkOf(of, world);

test('a repeat under the same key returns the same fork', async () => {
  const tenant = await world.newPlatform();
  const headers = { 'idempotency-key': 'once' };

  const [first, second] = [
    await tenant.rest('POST', '/sandbox/fork', { headers }),
    await tenant.rest('POST', '/sandbox/fork', { headers }),
  ];

  expect([first.status, second.body]).toEqual([201, first.body]);
});

test.each(['snapshot taken', 'snapshot loaded', 'fork made'])(
  'a fork that died at "%s" is completed by its repeat',
  async (point) => {
    const tenant = await world.newPlatform();
    const { customerId } = await makePayer(tenant.rest);
    const headers = { 'idempotency-key': point };
    const { hasDied } = dieAt(point);

    const first = await tenant.rest('POST', '/sandbox/fork', { headers });
    const { status, body } = await tenant.rest('POST', '/sandbox/fork', { headers });

    const own = { rest: restOver(world.raw, tokenOf(body)) };
    expect([first.status, hasDied(), status]).toEqual([500, true, 201]);
    expect((await own.rest('GET', `/customers/${customerId}`)).status).toBe(200);
    expect((await own.rest('GET', '/tokens')).body.data.length).toBe(1);
    expect(await pay(own)).toBe('COMPLETED');
  },
);

test('a fork that nobody completes is removed', async () => {
  const tenant = await world.newPlatform();
  await makePayer(tenant.rest);
  const { hasDied } = dieAt('snapshot loaded');

  await tenant.rest('POST', '/sandbox/fork');
  const begun = await leftBy(tenant);
  world.wall.advance(3_600_000);
  await world.settle();

  expect([hasDied(), begun.length, await leftBy(tenant)]).toEqual([true, 2, []]);
});

/** What a fork leaves: its id, if it has rows in the first services that are loaded, and that of the original, if its snapshot is there. */
async function leftBy({ id }: Tenant): Promise<string[]> {
  const { rows: found } = await database.query<{ id: string }>(
    `select distinct platform_id as id from webhooks.personal_key where platform_id::text like $1 and platform_id <> $2
     union select distinct platform_id from platform.platform where platform_id::text like $1 and platform_id <> $2
     union select distinct platform_id from platform.snapshot_part where platform_id = $2`,
    [`%${id.slice(-12)}`, id],
  );
  return found.map((one) => one.id);
}

test('a fork deletes itself, with everything but the reserved names of its credentials', async () => {
  const own = await fork(await world.newPlatform());
  await pay(own);

  const { status } = await own.rest('DELETE', '/sandbox/fork');
  await world.settle();

  expect([status, (await own.rest('GET', '/config')).status]).toEqual([204, 401]);
  expect(Object.keys(await rowsOf(own.id, database)).filter((name) => !name.endsWith('.idempotency'))).toEqual([
    'auth.api_client',
  ]);
});

test('a platform that is no fork does not delete itself, and a fork of a fork is a fork', async () => {
  const tenant = await world.newPlatform();
  const { status, body } = await tenant.rest('DELETE', '/sandbox/fork');

  const grandchild = await fork(await fork(tenant));

  expect([status, body.details.reason]).toEqual([409, 'NOT_A_FORK']);
  expect(await pay(grandchild)).toBe('COMPLETED');
  expect((await grandchild.rest('DELETE', '/sandbox/fork')).status).toBe(204);
});

test('production platforms are never forked', async () => {
  const tenant = await world.newPlatform({ environment: 'production' });

  const { status, body } = await tenant.rest('POST', '/sandbox/fork');
  const snapshot = tenant.internal(platformDataOf('accounts')).takeSnapshot({ snapshotId: crypto.randomUUID() });

  expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  await expect(snapshot).rejects.toThrow('sandbox only');
});
