// Customers in lists: newest first, by every filter, page by page.
import { beforeAll, describe, expect, test } from 'vitest';
import { CustomerDirectoryService } from '../../../gen/payments/customers/v1/customer_directory_pb.ts';
import { business, fieldsOf, individual, startCustomers } from './customers-world.ts';

const world = await startCustomers();
const tenant = await world.newPlatform({ currencies: ['USD', 'EUR', 'BTC'] });
const ids: Record<string, string> = {};

beforeAll(async () => {
  const bodies: [name: string, body: object][] = [
    ['ann', { ...individual, platformCustomerId: 'ann', umaAddress: '$ann@localhost', currencies: ['USD'] }],
    ['bob', { ...individual, region: 'US', currencies: ['EUR', 'USD'] }],
    ['cleo', { ...business, region: 'US' }],
    ['dora', individual],
    ['eve', { ...individual, currencies: ['BTC'] }],
  ];
  for (const [name, body] of bodies) {
    ids[name] = (await tenant.rest('POST', '/customers', { body })).body.id;
    world.wall.advance(60_000);
  }
  await tenant.rest('DELETE', `/customers/${ids.eve}`); // at 00:05
});

async function list(query: Record<string, string> = {}) {
  const { status, body } = await tenant.rest('GET', `/customers?${new URLSearchParams(query)}`);
  if (status !== 200) return { status, code: body.code, fields: fieldsOf(body) };
  const names = body.data.map(({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id));
  return { names, totalCount: body.totalCount, hasMore: body.hasMore };
}

describe('a list holds', () => {
  const cases: [Record<string, string>, string[]][] = [
    [{}, ['dora', 'cleo', 'bob', 'ann']],
    [{ isIncludingDeleted: 'true' }, ['eve', 'dora', 'cleo', 'bob', 'ann']],
    [{ isIncludingDeleted: 'false' }, ['dora', 'cleo', 'bob', 'ann']],
    [{ platformCustomerId: 'ann' }, ['ann']],
    [{ platformCustomerId: 'ANN' }, []],
    [{ customerType: 'BUSINESS' }, ['cleo']],
    [{ customerType: 'INDIVIDUAL' }, ['dora', 'bob', 'ann']],
    [{ region: 'US' }, ['cleo', 'bob']],
    [{ currency: 'EUR' }, ['dora', 'cleo', 'bob']],
    [{ currency: 'BTC', isIncludingDeleted: 'true' }, ['eve', 'dora', 'cleo']],
    [{ currency: 'EUR', region: 'US', customerType: 'INDIVIDUAL' }, ['bob']],
    [{ umaAddress: '$ANN@localhost' }, ['ann']],
    [{ createdAfter: '2026-01-01T00:01:00Z', createdBefore: '2026-01-01T00:02:00Z' }, ['cleo', 'bob']],
    [{ createdAfter: '2026-01-01T01:02:00+01:00' }, ['dora', 'cleo']],
    [{ updatedAfter: '2026-01-01T00:03:00.001Z', isIncludingDeleted: 'true' }, ['eve']],
    [{ updatedBefore: '2026-01-01T00:00:00Z', currency: 'USD' }, ['ann']],
    [{ createdAfter: '2026-01-01', createdBefore: '2026-01-01' }, ['dora', 'cleo', 'bob', 'ann']],
    [{ createdBefore: '2025-12-31' }, []],
    [{ createdAfter: '2026-01-02' }, []],
  ];

  test.each(cases)('by %j: %j', async (query, names) => {
    expect(await list(query)).toEqual({ names, totalCount: names.length, hasMore: false });
  });
});

test('pages follow each other without gaps, even if a customer is created in between', async () => {
  const other = await world.newPlatform();
  const made: string[] = [];
  for (let count = 0; count < 5; count++) {
    made.unshift((await other.rest('POST', '/customers', { body: individual })).body.id);
    world.wall.advance(1);
  }

  const first = await other.rest('GET', '/customers?limit=2');
  await other.rest('POST', '/customers', { body: individual });
  const second = await other.rest('GET', `/customers?limit=2&cursor=${first.body.nextCursor}`);
  const third = await other.rest('GET', `/customers?limit=2&cursor=${second.body.nextCursor}`);

  const pages = [first, second, third].map(({ body }) => body);
  expect(pages.flatMap(({ data }) => data.map(({ id }: { id: string }) => id))).toEqual(made);
  expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
  expect(pages.map(({ totalCount }) => totalCount)).toEqual([5, 6, 6]);
  expect(third.body).not.toHaveProperty('nextCursor');
});

test.each([
  [{ limit: '0' }, 'limit'],
  [{ limit: '101' }, 'limit'],
  [{ limit: 'x' }, 'limit'],
  [{ cursor: 'nonsense' }, 'cursor'],
  [{ customerType: 'PERSON' }, 'customerType'],
  [{ createdAfter: 'yesterday' }, 'createdAfter'],
  [{ isIncludingDeleted: 'yes' }, 'isIncludingDeleted'],
  [{ region: '' }, 'region'],
  [{ region: 'de' }, 'region'],
  [{ region: 'QQ' }, 'region'],
  [{ currency: 'usd' }, 'currency'],
])('a list refuses %j', async (query, field) => {
  expect(await list(query)).toEqual({ status: 400, code: 'INVALID_INPUT', fields: [field] });
});

test('totals follow changes of the currencies', async () => {
  const other = await world.newPlatform({ currencies: ['USD', 'EUR'] });
  const { body: customer } = await other.rest('POST', '/customers', { body: { ...individual, currencies: ['USD'] } });

  await other.rest('PATCH', `/customers/${customer.id}`, { body: { customerType: 'INDIVIDUAL', currencies: ['EUR'] } });

  const total = async (currency: string) => (await other.rest('GET', `/customers?currency=${currency}`)).body.totalCount;
  expect([await total('USD'), await total('EUR')]).toEqual([0, 1]);
});

test('customers without a currency list get the currencies that their platform adds', async () => {
  const other = await world.newPlatform({ currencies: ['USD'] });
  const { body: follower } = await other.rest('POST', '/customers', { body: individual });
  const { body: choosy } = await other.rest('POST', '/customers', { body: { ...individual, currencies: ['USD'] } });
  const { body: config } = await other.rest('GET', '/config');
  const added = { ...config.supportedCurrencies[0], currencyCode: 'EUR' };
  await other.rest('PATCH', '/config', { body: { supportedCurrencies: [...config.supportedCurrencies, added] } });

  await other.internal(CustomerDirectoryService).openMissingAccounts({ currencies: ['EUR'] });
  await world.settle();

  const shown = async (id: string) => (await other.rest('GET', `/customers/${id}`)).body.currencies;
  expect([await shown(follower.id), await shown(choosy.id)]).toEqual([['USD', 'EUR'], ['USD']]);
  expect(world.accountCalls(follower.id).at(-1)?.currencies).toEqual(['USD', 'EUR']);
  expect(world.accountCalls(choosy.id)).toHaveLength(1);
});
