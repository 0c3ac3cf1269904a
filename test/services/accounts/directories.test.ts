// The directories of receiving institutions and of exchanges with hosted wallets.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();

test('every receiving institution is listed by country, currency and name', async () => {
  const { status, body } = await world.rest('GET', '/discoveries');

  expect([status, Object.keys(body)]).toEqual([200, ['data']]);
  expect(body.data).toHaveLength(120);
  expect(body.data[0]).toEqual({ bankName: 'bKash', displayName: 'bKash', country: 'BD', currency: 'BDT' });
  const keys = body.data.map(({ country, currency }: Record<string, string>) => `${country} ${currency}`);
  expect(keys).toEqual(keys.toSorted());
});

test('both filters apply together, and an unknown value returns an empty list', async () => {
  const of = async (query: string) => (await world.rest('GET', `/discoveries?${query}`)).body.data;

  expect(await of('country=CN')).toEqual([
    { bankName: 'AliPay', displayName: 'Alipay', country: 'CN', currency: 'CNY' },
    { bankName: 'Bank of China', displayName: 'Bank of China', country: 'CN', currency: 'CNY' },
    { bankName: 'China Construction Bank', displayName: 'China Construction Bank', country: 'CN', currency: 'CNY' },
    {
      bankName: 'Industrial and Commercial Bank of China',
      displayName: 'Industrial and Commercial Bank of China',
      country: 'CN',
      currency: 'CNY',
    },
    { bankName: 'WechatPay', displayName: 'WeChat Pay', country: 'CN', currency: 'CNY' },
  ]);
  expect((await of('currency=XAF')).map(({ country, bankName }: Record<string, string>) => `${country} ${bankName}`)).toEqual([
    'CG AIRTEL',
    'CG MTN',
    'CG ORANGE',
    'CM AIRTEL',
    'CM MTN',
    'CM ORANGE',
  ]);
  expect(await of('country=SV&currency=USD')).toHaveLength(3);
  expect(await of('country=SV&currency=THB')).toEqual([]);
  expect(await of('country=ZZ&currency=QQQ')).toEqual([]);
});

test.each(['country=de', 'country=DEU', 'currency=usd', 'currency=U'])('the filter %s is refused', async (query) => {
  const { status, body } = await world.rest('GET', `/discoveries?${query}`);

  expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', query.split('=')[0]]);
});

test('exchanges are listed by name, a page at a time', async () => {
  const names: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await world.rest('GET', `/vasps?limit=7${cursor}`);
    names.push(...body.data.map(({ vaspName }: { vaspName: string }) => vaspName));
    expect(body).not.toHaveProperty('totalCount');
    if (!body.hasMore) break;
    cursor = `&cursor=${body.nextCursor}`;
  }

  expect(names).toHaveLength(20);
  expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  const { body } = await world.rest('GET', '/vasps');
  expect([body.hasMore, body.nextCursor]).toEqual([false, undefined]);
  expect(body.data[0]).toEqual({ vaspName: 'Binance', url: 'https://www.binance.com' });
  expect(body.data[1]).toEqual({ vaspName: 'Bitfinex' });
});

test.each(['limit=0', 'limit=101', 'cursor=bm9ib2R5'])('exchanges by %s are refused', async (query) => {
  const { status, body } = await world.rest('GET', `/vasps?${query}`);

  expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', query.split('=')[0]]);
});
