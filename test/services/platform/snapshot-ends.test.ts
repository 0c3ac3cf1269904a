// Snapshots of a sandbox platform whose calls die, and their limit.
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { asTester } from '../../kit/citus.ts';
import { dieAt } from '../../kit/death.ts';
import { pay } from '../../kit/forks.ts';
import { makePayer } from '../../kit/payments.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';

const world = await startWorld();
const database = new Client({ connectionString: asTester(world.databaseUrl) });
await database.connect();
afterAll(() => database.end());

const take = async ({ rest }: Tenant, body: object = {}): Promise<string> => {
  const answer = await rest('POST', '/sandbox/snapshots', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const restore = ({ rest }: Tenant, id: string, headers = {}) => rest('POST', `/sandbox/snapshots/${id}/restore`, { headers });

test.each(['platform data removed', 'snapshot loaded'])(
  'a restore that died at "%s" is completed by its repeat',
  async (point) => {
    const tenant = await world.newPlatform();
    const { customerId } = await makePayer(tenant.rest);
    const snapshotId = await take(tenant);
    const headers = { 'idempotency-key': point };
    const { hasDied } = dieAt(point);

    const first = await restore(tenant, snapshotId, headers);
    const second = await restore(tenant, snapshotId, headers);

    expect([first.status, hasDied(), second.status]).toEqual([500, true, 204]);
    expect((await tenant.rest('GET', `/customers/${customerId}`)).status).toBe(200);
    expect(await pay(tenant)).toBe('COMPLETED');
  },
);

test('a snapshot that nobody completes is not listed, and removed with a later one', async () => {
  const tenant = await world.newPlatform();
  const { hasDied } = dieAt('snapshot taken');
  await tenant.rest('POST', '/sandbox/snapshots', { body: {} });
  const { body } = await tenant.rest('GET', '/sandbox/snapshots');

  world.wall.advance(3_600_001);
  const taken = await take(tenant);

  const { rows } = await database.query(
    'select distinct snapshot_id as id from accounts.snapshot_part where platform_id = $1 union select id from platform.snapshot where platform_id = $1',
    [tenant.id],
  );
  expect([hasDied(), body.data]).toEqual([true, []]);
  expect(rows).toEqual([{ id: taken.replace('Snapshot:', '') }]);
});

test('a platform has at most 20 snapshots', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  await database.query(
    `insert into platform.snapshot (platform_id, id, is_taken, master_key_id, created_at)
     select $1, gen_random_uuid(), true, '', $2 from generate_series(1, 20)`,
    [tenant.id, world.wall.now()],
  );

  const { status, body } = await tenant.rest('POST', '/sandbox/snapshots', { body: {} });

  expect([status, body.details.reason]).toEqual([409, 'TOO_MANY_SNAPSHOTS']);
});
