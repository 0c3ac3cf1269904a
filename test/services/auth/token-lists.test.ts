// Lists of API tokens: pages, filters, and invalid queries.
import { expect, test } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { upToAuth } from '../../kit/world-forms.ts';

const world = await sharedWorld(upToAuth);

const create = (tenant: Tenant, name: string, permissions: readonly string[] = ['VIEW']) =>
  tenant.rest('POST', '/tokens', { body: { name, permissions } });

const list = async (tenant: Tenant, query = '') => (await tenant.rest('GET', `/tokens${query}`)).body;

test('tokens are listed newest first, page by page, without secrets', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  for (const name of ['one', 'two', 'three', 'four']) {
    world.wall.advance(1_000);
    await create(tenant, name);
  }

  const first = await list(tenant, '?limit=2');
  const second = await list(tenant, `?limit=2&cursor=${first.nextCursor}`);
  const third = await list(tenant, `?limit=2&cursor=${second.nextCursor}`);

  const names = [first, second, third].map(({ data }) => data.map(({ name }: { name: string }) => name));
  expect(names).toEqual([['four', 'three'], ['two', 'one'], ['First token']]);
  expect([first, second, third].map(({ hasMore, totalCount }) => [hasMore, totalCount])).toEqual([
    [true, 5],
    [true, 5],
    [false, 5],
  ]);
  expect(third).not.toHaveProperty('nextCursor');
  expect(JSON.stringify([first, second, third])).not.toContain('clientSecret');
});

test('tokens with the same timestamp are each on one page', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  for (const name of ['one', 'two', 'three']) await create(tenant, name);

  const first = await list(tenant, '?limit=2');
  const second = await list(tenant, `?limit=2&cursor=${first.nextCursor}`);

  const names = [...first.data, ...second.data].map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual(['First token', 'one', 'three', 'two']);
});

test('exact names and inclusive times filter a list', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  world.wall.advance(1_000);
  const at = world.wall.now().toISOString();
  await create(tenant, 'first');
  world.wall.advance(1_000);
  const later = world.wall.now().toISOString();
  await create(tenant, 'second');

  const found = async (query: string) => (await list(tenant, query)).data.map(({ name }: { name: string }) => name);

  expect(await found('?name=first')).toEqual(['first']);
  expect(await found('?name=FIRST')).toEqual([]);
  expect(await found(`?createdAfter=${at}&createdBefore=${at}`)).toEqual(['first']);
  expect(await found(`?createdAfter=${later}`)).toEqual(['second']);
  expect(await found(`?updatedBefore=${at}&name=first`)).toEqual(['first']);
  expect(await found(`?updatedAfter=${at}`)).toEqual(['second', 'first']);
  expect((await list(tenant, `?createdAfter=${later}`)).totalCount).toBe(1);
});

test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'cursor=nonsense', 'createdAfter=yesterday'])(
  '?%s is refused',
  async (query) => {
    const answer = await world.rest('GET', `/tokens?${query}`);

    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(answer.body.details.errors).toMatchObject([{ field: query.split('=')[0] }]);
  },
);
