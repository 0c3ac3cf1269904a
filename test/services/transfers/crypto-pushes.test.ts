// Crypto assets that are paid from outside: their networks, and the destination of refunds.
import { describe, expect, test } from 'vitest';
import { realtime, send } from './pushes-world.ts';
import { accountOf, balancesOf, findings, newBank, newCustomer, newWallet, quote, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();

describe('crypto assets', () => {
  const types = (body: { paymentInstructions: { accountOrWalletInfo: { accountType: string } }[] }) =>
    body.paymentInstructions.map(({ accountOrWalletInfo }) => accountOrWalletInfo.accountType);

  test.each([
    ['USDC', 'SOLANA', ['SOLANA_WALLET'], 900_000],
    ['USDC', 'BASE', ['BASE_WALLET'], 900_000],
    ['USDC', 'POLYGON', ['POLYGON_WALLET'], 900_000],
    ['USDC', 'ETHEREUM', ['ETHEREUM_WALLET'], 900_000],
    ['USDT', 'TRON', ['TRON_WALLET'], 900_000],
    ['USDT', 'PLASMA', ['PLASMA_WALLET'], 900_000],
    ['USDB', 'SPARK', ['SPARK_WALLET'], 120_000],
    ['BTC', 'SPARK', ['SPARK_WALLET'], 120_000],
    ['BTC', 'LIGHTNING', ['LIGHTNING'], 120_000],
    ['BTC', 'BITCOIN', ['BITCOIN_L1'], 900_000],
    ['BTC', undefined, ['LIGHTNING', 'SPARK_WALLET'], 120_000],
  ])('%s on %s is paid to %s', async (currency, cryptoNetwork, expected, lifeMs) => {
    const customerId = await newCustomer(world);
    const to = await newBank(world, customerId);
    const destination = { destinationType: 'ACCOUNT', accountId: to, paymentRail: 'ACH' };
    const more = { lockedCurrencyAmount: 1_000_000, destination };
    const { status, body } = await realtime(world, { customerId, currency, ...(cryptoNetwork && { cryptoNetwork }), to, more });

    expect([status, types(body)]).toEqual([201, expected]);
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(lifeMs);
    expect(body.source).toEqual({
      sourceType: 'REALTIME_FUNDING',
      customerId,
      currency,
      ...(cryptoNetwork && { cryptoNetwork }),
    });
  });

  test.each([
    ['USDC', undefined],
    ['USDT', undefined],
    ['USDC', 'TRON'],
    ['USDT', 'BASE'],
    ['BTC', 'SOLANA'],
    ['USD', 'SOLANA'],
    ['USDC', 'MOON'],
  ])('%s cannot arrive on %s', async (currency, cryptoNetwork) => {
    const customerId = await newCustomer(world);
    const to = await accountOf(world, customerId);
    const { status, body } = await realtime(world, { customerId, currency, ...(cryptoNetwork && { cryptoNetwork }), to });

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.details.errors[0].field).toBe('source.cryptoNetwork');
  });

  test("are returned to the payer's internal account, never to the wallet", async () => {
    const tenant = await world.newPlatform();
    const customerId = await newCustomer(tenant);
    const to = await newBank(tenant, customerId, '002');
    const more = { lockedCurrencyAmount: 5_000_000 };
    const { body: made } = await realtime(tenant, { customerId, currency: 'USDC', cryptoNetwork: 'BASE', to, more });

    const { body } = await send(tenant, made.id, { currencyCode: 'USDC' });

    expect([body.status, body.refund.status]).toEqual(['FAILED', 'COMPLETED']);
    expect(await balancesOf(tenant, await accountOf(tenant, customerId, 'USDC'))).toEqual([5_000_000, 5_000_000]);
    expect(await findings(tenant)).toEqual([]);
  });

  test("are returned to the platform's own account if the platform paid, which is opened for that", async () => {
    const tenant = await world.newPlatform({ currencies: ['USD', 'USDC'] });
    const more = { lockedCurrencyAmount: 5_000_000 };
    const to = await newBank(tenant, undefined);
    const { body: made } = await realtime(tenant, { currency: 'USDC', cryptoNetwork: 'BASE', to, more });

    await send(tenant, made.id, { currencyCode: 'USDC', currencyAmount: 4_999_999 });

    expect(await balancesOf(tenant, await accountOf(tenant, undefined, 'USDC'))).toEqual([4_999_999, 4_999_999]);
  });

  test('from a wallet on file are paid to its network', async () => {
    const customerId = await newCustomer(world);
    const more = { lockedCurrencyAmount: 1_000_000 };
    const { body } = await quote(world, await newWallet(world, customerId), await accountOf(world, customerId), more);

    expect(types(body)).toEqual(['BASE_WALLET']);
  });
});
