// The operator's daily caps, counted without gaps under concurrency.
import { describe, expect, test } from 'vitest';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { capsIn, pay, seen } from './capped-payments.ts';
import { execute, findings, newBank, quote, startTransfers, transaction } from './transfers-world.ts';

const world = await startTransfers();
const { capped } = capsIn(world);

function tomorrow(): string {
  const day = world.wall.now().toISOString().slice(0, 10);
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
}

describe('the daily cap', () => {
  test('is reported with its current use, and is not retryable', async () => {
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

  test('is never exceeded, however many payments are concurrent', async () => {
    const { tenant, accountId, bank } = await capped({ dailyMax: 5_500n });
    const made = await Promise.all(Array.from({ length: 20 }, () => quote(tenant, accountId, bank)));

    const answers = await Promise.all(made.map(({ body }) => execute(tenant, body.id)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(await findings(tenant)).toEqual([]);
  });

  test('starts over each day', async () => {
    const { tenant, accountId, bank } = await capped({ dailyMax: 1_000n });
    await pay(tenant, accountId, bank);
    expect((await pay(tenant, accountId, bank)).status).toBe(429);

    world.wall.advance(86_400_000);

    expect((await pay(tenant, accountId, bank)).status).toBe(200);
  });

  test('counts no payment without a hold, and no refunded one', async () => {
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

  test('releases a pull that collected nothing', async () => {
    const { tenant, customerId, accountId } = await capped({ dailyMax: 1_000n });
    const empty = await newBank(tenant, customerId, '002');
    const full = await newBank(tenant, customerId);

    expect((await pay(tenant, empty, accountId)).body.status).toBe('FAILED');
    expect((await pay(tenant, full, accountId)).body.status).toBe('COMPLETED');
    expect((await pay(tenant, full, accountId, 1)).status).toBe(429);
  });

  test('returns an unsolicited deposit that would exceed it', async () => {
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
