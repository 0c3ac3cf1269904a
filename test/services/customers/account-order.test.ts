// The accounts of a customer, and their order in lists.
import { expect, test } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { individual } from './customers-world.ts';

const world = await sharedWorld();
const chosen = ['MXN', 'USDC', 'USDB', 'BTC', 'EUR', 'USD', 'KES', 'GBP'];
const tenant = await world.newPlatform({ currencies: chosen });

type Listed = { type: string; balance: { currency: { code: string } } };

async function listed(path: string, { rest }: Tenant = tenant): Promise<{ type: string; code: string }[]> {
  const { body } = await rest('GET', path);
  return body.data.map(({ type, balance }: Listed) => ({ type, code: balance.currency.code }));
}

async function accountsOf(more: object): Promise<{ type: string; code: string }[]> {
  const { status, body } = await tenant.rest('POST', '/customers', { body: { ...individual, ...more } });
  expect(status).toBe(201);
  return listed(`/customers/internal-accounts?customerId=${body.id}`);
}

const codes = (accounts: { code: string }[]) => accounts.map(({ code }) => code);
const inUsdb = (accounts: { type: string; code: string }[]) => accounts.filter(({ code }) => code === 'USDB');

test.each([
  ['all currencies', {}, chosen],
  ['some currencies, and not the one of its wallet', { currencies: ['USD', 'BTC', 'MXN'] }, ['MXN', 'USDB', 'BTC', 'USD']],
  ['some currencies, and the one of its wallet', { currencies: ['USDB', 'USD', 'USDC'] }, ['USDC', 'USDB', 'USD']],
])('a customer with %s has them in the order of the platform, and in USDB only a wallet', async (_, more, expected) => {
  for (let round = 0; round < 3; round++) {
    const accounts = await accountsOf({ ...more, email: `ada.${round}@example.com` });

    expect(codes(accounts)).toEqual(expected);
    expect(inUsdb(accounts)).toEqual([{ type: 'EMBEDDED_WALLET', code: 'USDB' }]);
  }
});

test('a customer without an e-mail gets an account in USDB once one is known', async () => {
  expect(codes(await accountsOf({ email: undefined }))).toEqual(chosen.filter((code) => code !== 'USDB'));
});

test('platform accounts are listed in the same order, and those of an added currency come first', async () => {
  const before = await listed('/platform/internal-accounts');
  const supported = (await tenant.rest('GET', '/config')).body.supportedCurrencies;
  const added = { ...supported[0], currencyCode: 'THB' };
  world.wall.advance(1_000);
  await tenant.rest('PATCH', '/config', { body: { supportedCurrencies: [...supported, added] } });

  expect(codes(before)).toEqual(chosen);
  expect(codes(await listed('/platform/internal-accounts'))).toEqual(['THB', ...chosen]);
  expect(inUsdb(before)).toEqual([{ type: 'INTERNAL_CRYPTO', code: 'USDB' }]);
});

test('a platform without a currency list begins with the most used ones', async () => {
  const { body } = await world.rest('GET', '/config');

  const named = body.supportedCurrencies.map(({ currencyCode }: { currencyCode: string }) => currencyCode);
  expect(named.slice(0, 6)).toEqual(['USD', 'EUR', 'GBP', 'USDB', 'USDC', 'BTC']);
  expect(codes(await listed('/platform/internal-accounts', world)).slice(0, 6)).toEqual(named.slice(0, 6));
});
