// The institutions with UMA addresses.
import { describe, expect, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';

const world = await startWorld({ settings: { sandboxUmaHost: 'uma.test' } });

const currencies = ['USD', 'EUR', 'MXN'].map((code) => expect.objectContaining({ code }));
const open = {
  name: 'Sandbox UMA Provider',
  domain: 'uma.test',
  supportedRegions: ['DE', 'MX', 'US'],
  supportedCurrencies: currencies,
  allowListStatus: true,
};
const blocked = { ...open, name: 'Blocked Sandbox UMA Provider', domain: 'blocked.uma.test', allowListStatus: false };

describe('a sandbox platform', () => {
  test.each([
    ['', [blocked, open]],
    ['?sortOrder=asc', [open, blocked]],
    ['?hasBlockedProviders=true', [blocked, open]],
    ['?hasBlockedProviders=false', [open]],
    ['?countryCode=MX&currencyCode=USD', [blocked, open]],
    ['?countryCode=FR', []],
    ['?currencyCode=NGN', []],
  ])('the query "%s" returns the matching ones', async (query, data) => {
    const { status, body } = await world.rest('GET', `/uma-providers${query}`);

    expect([status, body]).toEqual([200, { data, hasMore: false, totalCount: data.length }]);
  });

  test('follows the cursor from page to page', async () => {
    const first = await world.rest('GET', '/uma-providers?limit=1');
    const second = await world.rest('GET', `/uma-providers?limit=1&cursor=${first.body.nextCursor}`);

    expect(first.body).toEqual({ data: [blocked], hasMore: true, nextCursor: expect.any(String), totalCount: 2 });
    expect(second.body).toEqual({ data: [open], hasMore: false, totalCount: 2 });
  });

  test.each(['limit=0', 'cursor=x', 'sortOrder=up', 'countryCode=Germany', 'hasBlockedProviders=yes'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await world.rest('GET', `/uma-providers?${query}`);

      expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', query.split('=')[0]]);
    },
  );
});

test('a production installation knows none', async () => {
  const { rest } = await world.newPlatform({ environment: 'production' });

  expect((await rest('GET', '/uma-providers')).body).toEqual({ data: [], hasMore: false, totalCount: 0 });
});
