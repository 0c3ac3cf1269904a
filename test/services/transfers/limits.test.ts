// Caps that the operator has set: for one transaction, and for a day, counted without gaps however many pay at once.
import { describe, expect, test } from 'vitest';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { execute, findings, newBank, newPayer, newSepaBank, quote, startTransfers, transaction } from './transfers-world.ts';

const world = await startTransfers();

async function capped(caps: { singleMax?: bigint; dailyMax?: bigint }, suffix = '999') {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 100_000 });
  await tenant.internal(VolumeLimitService).setVolumeLimit({ sendingCurrency: 'USD', receivingCurrency: 'USD', ...caps });
  return { tenant, customerId, accountId, bank: await newBank(tenant, customerId, suffix) };
}

const seen = ({ status, body }: { status: number; body: { code: string; details?: object } }) => [
  status,
  body.code,
  body.details,
];

function tomorrow(): string {
  const day = world.wall.now().toISOString().slice(0, 10);
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
}

async function pay(tenant: Tenant, from: string, to: string, amount = 1_000) {
  const { body } = await quote(tenant, from, to, { lockedCurrencyAmount: amount });
  return execute(tenant, body.id);
}

test('there are none unless they are set, and they can be read', async () => {
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

  test('refuses the quote, its execution where it was set since, and a transfer', async () => {
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

  test('lowers what the list of rates allows, for its corridor', async () => {
    const { tenant } = await capped({ singleMax: 777n });
    const { body } = await tenant.rest('GET', '/exchange-rates?sourceCurrency=USD&destinationCurrency=USD,EUR');
    const rows = body.data as { destinationCurrency: { code: string }; maxSendingAmount: number }[];
    const maxima = new Map(rows.map(({ destinationCurrency, maxSendingAmount }) => [destinationCurrency.code, maxSendingAmount]));

    expect(maxima.get('USD')).toBe(777);
    expect(maxima.get('EUR')).toBeGreaterThan(777);
  });

  test('is of one corridor alone', async () => {
    const { tenant, customerId, accountId } = await capped({ singleMax: 10n, dailyMax: 10n });

    expect((await pay(tenant, accountId, await newSepaBank(tenant, customerId), 1_000)).status).toBe(200);
  });
});

describe('the cap of a day', () => {
  test('is told with what is used, and not to be retried', async () => {
    const { tenant, accountId, bank } = await capped({ dailyMax: 2_500n });
    await pay(tenant, accountId, bank);
    await pay(tenant, accountId, bank);

    const third = await pay(tenant, accountId, bank);
    const atOnce = await quote(tenant, accountId, bank, { immediatelyExecute: true });
    const transfer = await tenant.rest('POST', '/transfer-out', {
      body: { source: { accountId }, destination: { accountId: bank }, amount: 501 },
    });

    const details = { limit: 2_500, used: 2_000, requested: 1_000, currency: 'USD', resetsAt: tomorrow() };
    expect(seen(third)).toEqual([429, 'DAILY_VOLUME_LIMIT_EXCEEDED', details]);
    expect(third.headers['x-should-retry']).toBe('false');
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect(seen(atOnce)).toEqual([429, 'DAILY_VOLUME_LIMIT_EXCEEDED', details]);
    expect(seen(transfer)).toEqual([429, 'DAILY_VOLUME_LIMIT_EXCEEDED', { ...details, requested: 501 }]);
    expect((await pay(tenant, accountId, bank, 500)).status).toBe(200);
    expect((await tenant.rest('GET', '/transactions?type=OUTGOING&status=COMPLETED')).body.totalCount).toBe(3);
  });

  test('lets no more through than fits, however many pay at once', async () => {
    const { tenant, accountId, bank } = await capped({ dailyMax: 5_500n });
    const made = await Promise.all(Array.from({ length: 20 }, () => quote(tenant, accountId, bank)));

    const answers = await Promise.all(made.map(({ body }) => execute(tenant, body.id)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(await findings(tenant)).toEqual([]);
  });

  test('begins anew with the day', async () => {
    const { tenant, accountId, bank } = await capped({ dailyMax: 1_000n });
    await pay(tenant, accountId, bank);
    expect((await pay(tenant, accountId, bank)).status).toBe(429);

    world.wall.advance(86_400_000);

    expect((await pay(tenant, accountId, bank)).status).toBe(200);
  });

  test('counts nothing that came to no hold, or was refunded', async () => {
    const { tenant, accountId, bank } = await capped({ dailyMax: 200_000n });
    const failing = await newBank(tenant, (await tenant.rest('GET', '/transactions')).body.data[0].customerId, '002');

    const short = await pay(tenant, accountId, bank, 150_000);
    await pay(tenant, accountId, failing, 100_000);
    await pay(tenant, accountId, failing, 100_000);
    const transfer = await tenant.rest('POST', '/transfer-out', {
      body: { source: { accountId }, destination: { accountId: failing }, amount: 100_000 },
    });

    expect([short.status, short.body.details.reason]).toEqual([400, 'INSUFFICIENT_BALANCE']);
    expect([transfer.status, transfer.body.status]).toEqual([201, 'FAILED']);
    expect((await pay(tenant, accountId, bank, 100_000)).status).toBe(200);
  });

  test('gives back a pull that collected nothing', async () => {
    const { tenant, customerId, accountId } = await capped({ dailyMax: 1_000n });
    const empty = await newBank(tenant, customerId, '002');
    const full = await newBank(tenant, customerId);

    expect((await pay(tenant, empty, accountId)).body.status).toBe('FAILED');
    expect((await pay(tenant, full, accountId)).body.status).toBe('COMPLETED');
    expect((await pay(tenant, full, accountId, 1)).status).toBe(429);
  });

  test('sends money back that comes by itself and would pass it', async () => {
    const { tenant, accountId, bank } = await capped({ dailyMax: 1_500n });
    await pay(tenant, accountId, bank);
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD' };
    const { body: made } = await quote(tenant, '', await newBank(tenant, undefined), { source });
    const { reference } = (await transaction(tenant, made.transactionId)).reconciliationInstructions;

    await tenant.internal(RailReportService).reportDeposit({ depositId: 'one', reference, currency: 'USD', amount: 1_000n });

    const { status, failureReason, refund } = await transaction(tenant, made.transactionId);
    expect([status, failureReason, refund.status]).toEqual(['FAILED', 'LIMIT_EXCEEDED', 'COMPLETED']);
    expect((await pay(tenant, accountId, bank, 500)).status).toBe(200);
    expect(await findings(tenant)).toEqual([]);
  });
});

test('a cap of a currency that does not exist is refused', async () => {
  const limits = world.internal(VolumeLimitService);

  await expect(limits.setVolumeLimit({ sendingCurrency: 'ZZZ', receivingCurrency: 'USD' })).rejects.toThrow('ZZZ');
});
