// A list of customers by dates reads a bounded number of rows, however many customers a platform has.
import { expect, test } from 'vitest';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { select } from '../../kit/books.ts';
import { individual, startCustomers } from './customers-world.ts';

const world = await startCustomers();
const readMax = 10_000;

/** Copies of a customer, one per second, back from a time. */
async function copy(id: string, count: number, until: string): Promise<void> {
  const columns = await select<{ name: string }>(
    world.databaseUrl,
    `select column_name as name from information_schema.columns where table_schema = 'customers' and table_name = 'customer'`,
  );
  const at = `timestamptz '${until}' - n * interval '1 second'`;
  const values: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    platform_customer_id: `'copy' || n`,
    uma_address: `'$copy' || n || '@localhost'`,
    region: `case when n % 100 = 0 then 'DE' else region end`,
    created_at: at,
    updated_at: at,
    personal: 'null',
  };
  const names = columns.map(({ name }) => name);
  await select(
    world.databaseUrl,
    `insert into customers.customer (${names.join()}) select ${names.map((name) => values[name] ?? name).join()}
     from customers.customer, generate_series(1, ${count}) n where id = $1`,
    [uuidIn(id)],
  );
}

const list = async (query: Record<string, string>) => {
  const { status, body } = await world.rest('GET', `/customers?${new URLSearchParams({ limit: '1', ...query })}`);
  expect(status).toBe(200);
  return { totalCount: body.totalCount, hasMore: body.hasMore };
};

test('the total is exact while at most 10,000 customers must be read, and is left out beyond', async () => {
  const { body } = await world.rest('POST', '/customers', { body: individual });
  await copy(body.id, readMax + 100, '2025-06-01T03:00:00Z');
  const after = (time: string) => `2025-06-01T${time}Z`;

  const found = {
    few: await list({ createdAfter: after('02:59:00'), createdBefore: after('03:00:00') }),
    fewOfARegion: await list({ createdAfter: after('02:00:00'), createdBefore: after('03:00:00'), region: 'DE' }),
    most: await list({ updatedAfter: after('00:13:20'), updatedBefore: after('03:00:00') }),
    tooMany: await list({ createdBefore: after('03:00:00') }),
    tooManyOfARegion: await list({ updatedBefore: after('03:00:00'), region: 'DE' }),
    fewUpdated: await list({ createdBefore: after('03:00:00'), updatedAfter: after('02:59:51') }),
    ofAKnownId: await list({ createdBefore: after('03:00:00'), platformCustomerId: 'copy7' }),
  };

  expect(found).toEqual({
    few: { totalCount: 60, hasMore: true },
    fewOfARegion: { totalCount: 36, hasMore: true },
    most: { totalCount: readMax, hasMore: true },
    tooMany: { hasMore: true },
    tooManyOfARegion: { hasMore: true },
    fewUpdated: { totalCount: 9, hasMore: true },
    ofAKnownId: { totalCount: 1, hasMore: false },
  });
});
