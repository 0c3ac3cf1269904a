// What a database was left with by an earlier version goes on under this one.
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { accountsOfMany } from '../../services/customers/migrations/0007-accounts-of-many.ts';
import { makePayer } from '../kit/payments.ts';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld();
const { rest } = await world.newPlatform({ currencies: ['USD', 'EUR', 'GBP'] });
const client = new Client({ connectionString: world.databaseUrl });
await client.connect();
afterAll(() => client.end());

test('a customer whose accounts were still to be opened gets them', async () => {
  const { customerId } = await makePayer(rest);
  const path = `/customers/internal-accounts?customerId=${customerId}&currency=EUR`;
  const uuid = customerId.slice('Customer:'.length);
  await client.query('set search_path = customers');
  const { rowCount } = await client.query(`update customer set currencies = '{USD,EUR}' where id = $1`, [uuid]);
  const lacking = await rest('GET', path);

  await client.query('begin'); // or a worker would find it first
  await client.query(
    `insert into job (kind, key, platform_id, environment, clock_offset_ms, payload, run_at, due_at, request_id, created_at)
     select 'open-accounts', 'earlier', platform_id, 'sandbox', 0, jsonb_build_object('customerId', id::text), $2, $2, 'earlier', $2
     from customer where id = $1`,
    [uuid, world.wall.now()],
  );
  await client.query(accountsOfMany.sql);
  await client.query('commit');
  await world.settle();

  expect([rowCount, lacking.body.data]).toEqual([1, []]);
  expect((await rest('GET', path)).body.data).toHaveLength(1);
});
