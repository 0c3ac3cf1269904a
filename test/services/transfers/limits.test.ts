// The operator's caps for one transaction.
import { describe, expect, test } from 'vitest';
import { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import { capsIn, pay, seen } from './capped-payments.ts';
import { execute, newSepaBank, quote, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { capped } = capsIn(world);

test('there are none by default, and they can be read', async () => {
  const tenant = await world.newPlatform();
  const limits = tenant.internal(VolumeLimitService);
  const none = await limits.listVolumeLimits({});
  await limits.setVolumeLimit({ sendingCurrency: 'USD', receivingCurrency: 'EUR', singleMax: 5n, dailyMax: 9n });
  await limits.setVolumeLimit({ sendingCurrency: 'USD', receivingCurrency: 'EUR', singleMax: 6n });

  expect(none.limits).toEqual([]);
  expect((await limits.listVolumeLimits({})).limits).toMatchObject([
    { sendingCurrency: 'USD', receivingCurrency: 'EUR', singleMax: 6n },
  ]);
  expect((await world.internal(VolumeLimitService).listVolumeLimits({})).limits).toEqual([]);
});

describe('the cap of one transaction', () => {
  const details = { limit: 1_000, requested: 1_001, currency: 'USD' };

  test('refuses the quote, its execution if set afterwards, and a transfer', async () => {
    const { tenant, accountId, bank } = await capped({});
    const { body: made } = await quote(tenant, accountId, bank, { lockedCurrencyAmount: 1_001 });
    await tenant.internal(VolumeLimitService).setVolumeLimit({
      sendingCurrency: 'USD',
      receivingCurrency: 'USD',
      singleMax: 1_000n,
    });

    const refused = [
      await quote(tenant, accountId, bank, { lockedCurrencyAmount: 1_001 }),
      await execute(tenant, made.id),
      await tenant.rest('POST', '/transfer-out', {
        body: { source: { accountId }, destination: { accountId: bank }, amount: 1_001 },
      }),
    ];

    for (const one of refused) expect(seen(one)).toEqual([400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED', details]);
    expect((await pay(tenant, accountId, bank, 1_000)).status).toBe(200);
    expect((await tenant.rest('GET', `/quotes/${made.id}`)).body.status).toBe('PENDING');
  });

  test('reduces the maximum in the list of rates, for its corridor', async () => {
    const { tenant } = await capped({ singleMax: 777n });
    const { body } = await tenant.rest('GET', '/exchange-rates?sourceCurrency=USD&destinationCurrency=USD,EUR');
    const rows = body.data as { destinationCurrency: { code: string }; maxSendingAmount: number }[];
    const maxima = new Map(rows.map(({ destinationCurrency, maxSendingAmount }) => [destinationCurrency.code, maxSendingAmount]));

    expect(maxima.get('USD')).toBe(777);
    expect(maxima.get('EUR')).toBeGreaterThan(777);
  });

  test('applies to one corridor only', async () => {
    const { tenant, customerId, accountId } = await capped({ singleMax: 10n, dailyMax: 10n });

    expect((await pay(tenant, accountId, await newSepaBank(tenant, customerId), 1_000)).status).toBe(200);
  });
});

test('a cap of a currency that does not exist is refused', async () => {
  const limits = world.internal(VolumeLimitService);

  await expect(limits.setVolumeLimit({ sendingCurrency: 'ZZZ', receivingCurrency: 'USD' })).rejects.toThrow('ZZZ');
});
