// The list of external accounts over REST: filters, pages, counts.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { sharedAccountsWorld } from './external-accounts-world.ts';
import { accountsIn, make, page, pagesOf, path } from './listed-accounts.ts';

const world = await sharedAccountsWorld();
const { fill } = accountsIn(world);

test('a list without accounts is an empty page', async () => {
  const answer = await (await world.newPlatform()).rest('GET', path);

  expect(answer).toEqual({ status: 200, body: { data: [], hasMore: false, totalCount: 0 } });
});

test('the id of the platform is no customer with accounts', async () => {
  const platform = await world.newPlatform();
  await fill(platform, 1);

  const { body: config } = await platform.rest('GET', '/config');

  const own = await platform.rest('GET', `${path}?customerId=Customer:${uuidIn(String(config.id))}`);

  expect(own).toEqual({ status: 200, body: { data: [], hasMore: false, totalCount: 0 } });
});

test('a page contains twenty accounts, newest first, and links to the next one', async () => {
  const platform = await world.newPlatform();
  const ids = await fill(platform, 45);

  const pages = await pagesOf(platform, '');

  expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 5]);
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids.toReversed());
  expect(pages.map(({ hasMore, totalCount }) => [hasMore, totalCount])).toEqual([
    [true, 45],
    [true, 45],
    [false, 45],
  ]);
  expect(pages.map((page) => 'nextCursor' in page)).toEqual([true, true, false]);
});

test.each([1, 7, 15, 44, 45, 46, 100])('pages of %i show every account once', async (limit) => {
  const platform = await world.newPlatform();
  const ids = await fill(platform, 45);

  const pages = await pagesOf(platform, `limit=${limit}`);

  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids.toReversed());
  expect(pages).toHaveLength(Math.ceil(45 / limit));
});

test('accounts with the same timestamp are all shown', async () => {
  const platform = await world.newPlatform();
  await Promise.all(Array.from({ length: 30 }, (_, number) => make(platform, { number })));

  const pages = await pagesOf(platform, 'limit=4');

  expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(30);
});

test('concurrent creations and deletions neither repeat nor hide others', async () => {
  const platform = await world.newPlatform();
  const ids = await fill(platform, 6);
  const first = await page(platform, 'limit=3');
  await fill(platform, 3, 100);
  await platform.rest('DELETE', `${path}/${ids[4]}`);

  const second = await page(platform, `limit=3&cursor=${first.nextCursor}`);

  expect(first.data.map(({ id }) => id)).toEqual([ids[5], ids[4], ids[3]]);
  expect(second.data.map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]]);
  expect([second.hasMore, second.totalCount]).toEqual([false, 8]);
});

test('filters by customer and currency combine, and are counted exactly', async () => {
  const platform = await world.newPlatform();
  const [ada, ben] = [await platform.newCustomer(), await platform.newCustomer()];
  const owners = [{ customerId: ada, count: 3 }, { customerId: ben, count: 2 }, { count: 1 }];
  for (const { count, ...top } of owners) {
    for (let number = 0; number < count; number++) {
      await make(platform, { number, top });
      await make(platform, { number, top, accountType: 'MXN_ACCOUNT' });
    }
  }

  const counted = async (query: string) => {
    const { data, totalCount } = await page(platform, query);
    return [data.length, totalCount];
  };

  expect(await counted('')).toEqual([12, 12]);
  expect(await counted('currency=USD')).toEqual([6, 6]);
  expect(await counted(`customerId=${ada}`)).toEqual([6, 6]);
  expect(await counted(`customerId=${ada}&currency=MXN`)).toEqual([3, 3]);
  expect(await counted(`customerId=${ben}&currency=MXN`)).toEqual([2, 2]);
  expect(await counted(`customerId=Customer:${randomUUID()}`)).toEqual([0, 0]);
  expect(await counted('currency=ZZZ')).toEqual([0, 0]);
});

test('a platform sees only its own accounts', async () => {
  await fill(await world.newPlatform(), 2);
  const platform = await world.newPlatform();
  const [id] = await fill(platform, 1);

  const { data, totalCount } = await page(platform, '');

  expect([data.map((account) => account.id), totalCount]).toEqual([[id], 1]);
});

test.each([
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=2.5',
  'limit=ten',
  'limit=',
  'currency=usd',
  'currency=U',
  'currency=ABCDEFGHIJK',
  'customerId=7',
  'customerId=Customer:7',
  `customerId=ExternalAccount:${randomUUID()}`,
  'cursor=x',
  'cursor=',
  `cursor=${Buffer.from('1700000000000.not-a-uuid').toString('base64url')}`,
])('%s is refused', async (query) => {
  const answer = await (await world.newPlatform()).rest('GET', `${path}?${query}`);

  const [name = ''] = query.split('=');
  expect(answer).toMatchObject({
    status: 400,
    body: { status: 400, code: 'INVALID_INPUT', details: { errors: [{ field: name }] } },
  });
});

test('a query parameter that is unknown is ignored', async () => {
  const answer = await (await world.newPlatform()).rest('GET', `${path}?sort=asc`);

  expect(answer.status).toBe(200);
});
