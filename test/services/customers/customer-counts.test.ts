// The counts behind the totals of lists: correct under concurrency.
import { expect, test } from 'vitest';
import { CustomerDirectoryService } from '../../../gen/payments/customers/v1/customer_directory_pb.ts';
import { select } from '../../kit/books.ts';
import { csv, imported, person } from './csv-files.ts';
import { business, individual, startCustomers } from './customers-world.ts';

const world = await startCustomers();
const tenant = await world.newPlatform({ currencies: ['USD', 'EUR'] });

/** The stored counts, and the correct ones. */
async function counts() {
  const columns = `platform_id, customer_type, region, currencies, is_deleted`;
  const [kept, real] = await Promise.all([
    select(
      world.databaseUrl,
      `select ${columns}, sum(count)::int as count from customers.customer_count group by ${columns} having sum(count) <> 0 order by ${columns}`,
    ),
    select(
      world.databaseUrl,
      `select platform_id, customer_type, coalesce(region, '') as region, currencies, deleted_at is not null as is_deleted, count(*)::int as count
       from customers.customer group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
    ),
  ]);
  return { kept, real };
}

test('concurrent creations, imports, changes and deletions are each counted once', async () => {
  const { rest, internal } = tenant;
  const crowd = await Promise.all(
    Array.from({ length: 80 }, async (_, at) => {
      const kind = at % 3 ? { ...individual, region: at % 2 ? 'US' : 'MX' } : business;
      const { status, body } = await rest('POST', '/customers', {
        body: { ...kind, ...(at % 5 && { currencies: [at % 2 ? 'USD' : 'EUR'] }) },
      });
      expect(status).toBe(201);
      return { id: body.id, customerType: kind.customerType };
    }),
  );

  const swap = (at: number) => ({ currencies: at % 2 ? ['EUR'] : ['USD'] });
  await Promise.all([
    ...crowd
      .slice(0, 40)
      .map(({ id, customerType }, at) => rest('PATCH', `/customers/${id}`, { body: { customerType, ...swap(at) } })),
    ...crowd.slice(20, 60).map(({ id }) => rest('DELETE', `/customers/${id}`)),
    internal(CustomerDirectoryService).openMissingAccounts({ currencies: ['GBP'] }),
    imported(
      { rest, settle: world.settle },
      csv(Array.from({ length: 30 }, (_, at) => person(`c${at % 20}`, { umaAddress: `$c${at}@localhost` }))),
    ),
  ]);
  await world.settle();
  const { kept, real } = await counts();

  expect(kept).toEqual(real);
  expect((await rest('GET', '/customers')).body.totalCount).toBe(60);
  expect((await rest('GET', '/customers?currency=GBP')).body.totalCount).toBeGreaterThanOrEqual(4); // those that nobody changed
});
