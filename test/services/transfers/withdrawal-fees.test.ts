// The network fees of a crypto withdrawal.
import { expect, test } from 'vitest';
import { accountOf, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const accounts = new Map(
  await Promise.all(
    ['USDC', 'USDT', 'USDB', 'BTC', 'USD'].map(async (code) => [code, await accountOf(world, undefined, code)] as const),
  ),
);

const evm = `0x${'0a'.repeat(20)}`;
const solana = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const spark = `sparkrt1${'q'.repeat(62)}`;

function ask(currency: string, cryptoNetwork: string, more: object = {}) {
  const body = {
    internalAccountId: accounts.get(currency),
    currency,
    cryptoNetwork,
    amount: 10_000_000,
    destinationAddress: evm,
    ...more,
  };
  return world.rest('POST', '/crypto/estimate-withdrawal-fee', { body });
}

test.each([
  ['USDC', 'SOLANA', solana, 5_000, 'SOL', 750],
  ['USDT', 'SOLANA', solana, 5_000, 'SOL', 750],
  ['USDC', 'ETHEREUM', evm, 650_000_000_000_000, 'ETH', 1_950_000],
  ['USDC', 'BASE', evm, 2_000_000_000_000, 'ETH', 6_000],
  ['USDC', 'POLYGON', evm, 1_000_000_000_000_000, 'POL', 500],
  ['USDT', 'PLASMA', evm, 1_000_000_000_000_000, 'XPL', 500],
  ['USDT', 'TRON', tron, 13_000_000, 'TRX', 3_250_000],
  ['BTC', 'SPARK', spark, 0, 'BTC', 0],
  ['USDB', 'SPARK', spark.toUpperCase(), 0, 'BTC', 0],
  ['BTC', 'LIGHTNING', 'ada@wallet.example', 10, 'BTC', 10],
])('%s over %s', async (currency, network, destinationAddress, networkFee, networkFeeAsset, totalFee) => {
  const { status, body } = await ask(currency, network, { destinationAddress });

  expect([status, body]).toEqual([
    200,
    { networkFee, networkFeeAsset, applicationFee: 0, totalFee, netAmount: 10_000_000 - totalFee },
  ]);
});

test.each([
  ['an unknown network', { cryptoNetwork: 'DOGE' }, 400, 'INVALID_INPUT', 'cryptoNetwork'],
  ['an address of another network', { destinationAddress: solana }, 400, 'INVALID_INPUT', 'destinationAddress'],
  ['no amount', { amount: undefined }, 400, 'INVALID_INPUT', 'amount'],
  ['an amount of nothing', { amount: 0 }, 400, 'INVALID_AMOUNT', undefined],
  ['an amount that the fee eats up', { amount: 6_000 }, 400, 'INVALID_AMOUNT', undefined],
  ['a currency that the account is not in', { currency: 'USDT' }, 400, 'INVALID_CURRENCY', undefined],
  ['a network that does not carry the asset', { cryptoNetwork: 'PLASMA' }, 400, 'INVALID_CURRENCY', undefined],
  [
    'a network without withdrawals',
    { cryptoNetwork: 'BITCOIN', destinationAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' },
    400,
    'INVALID_CURRENCY',
    undefined,
  ],
  [
    'the id of a customer',
    { internalAccountId: 'Customer:00000000-0000-7000-8000-000000000000' },
    400,
    'INVALID_INPUT',
    'internalAccountId',
  ],
  [
    'an unknown account',
    { internalAccountId: 'InternalAccount:00000000-0000-7000-8000-000000000000' },
    404,
    'REFERENCE_NOT_FOUND',
    undefined,
  ],
])('%s is refused', async (_, more, status, code, field) => {
  const answer = await ask('USDC', 'BASE', more);

  expect([answer.status, answer.body.code, answer.body.details?.errors?.[0].field]).toEqual([status, code, field]);
});

test('an unknown account is reported before its currency, and the amount last', async () => {
  const nobody = { internalAccountId: 'InternalAccount:00000000-0000-7000-8000-000000000000', currency: 'USD', amount: 0 };

  expect((await ask('USDC', 'BASE', nobody)).body.code).toBe('REFERENCE_NOT_FOUND');
  expect((await ask('USDC', 'BASE', { currency: 'USD', amount: 0 })).body.code).toBe('INVALID_CURRENCY');
});

test('one unit more than the fee is enough', async () => {
  const { body } = await ask('USDC', 'BASE', { amount: 6_001 });

  expect([body.totalFee, body.netAmount]).toEqual([6_000, 1]);
});
