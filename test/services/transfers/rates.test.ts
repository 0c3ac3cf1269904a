// Rates: one snapshot for five minutes, the same in the list and in quotes; and quotes whose rate is gone.

import { beforeEach, describe, expect, test } from 'vitest';
import { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import type { Tenant } from '../../kit/platform.ts';
import { deposit, newTrader, pushed, startRates } from './rates-world.ts';
import { balancesOf, execute, findings, quote, steps, transaction } from './transfers-world.ts';

const world = await startRates();
const { market } = world;
const slotMs = 300_000;

beforeEach(() => {
  Object.assign(market, { euro: '0.92', isAway: false, isHeld: true });
  nextSlot();
  market.listed = 0;
  market.confirmed.length = 0;
});

/** The start of the next five minutes. */
function nextSlot(): string {
  const now = world.wall.now().getTime();
  world.wall.advance(slotMs - (now % slotMs));
  return world.wall.now().toISOString();
}

async function listed(tenant: Tenant) {
  const { status, body } = await tenant.rest(
    'GET',
    '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=10000',
  );
  const [row] = body.data ?? [];
  return { status, code: body.code, receiving: row?.receivingAmount, at: row?.updatedAt };
}

describe('a snapshot', () => {
  test('applies for five minutes, in the list and in quotes, whatever the market does; then a new one is taken', async () => {
    const { tenant, dollars, euro } = await newTrader(world);
    const first = await listed(tenant);
    market.euro = '0.5';
    world.wall.advance(slotMs - 2_000);

    const [still, priced] = [await listed(tenant), await quote(tenant, dollars, euro, { lockedCurrencyAmount: 10_000 })];
    world.wall.advance(2_000);
    const [renewed, repriced] = [await listed(tenant), await quote(tenant, dollars, euro, { lockedCurrencyAmount: 10_000 })];

    expect([still, priced.body.totalReceivingAmount]).toEqual([first, first.receiving]);
    expect([first.receiving, renewed.receiving]).toEqual([9_154, 4_975]);
    expect(repriced.body.totalReceivingAmount).toBe(renewed.receiving);
    expect(Date.parse(renewed.at) - Date.parse(first.at)).toBe(slotMs);
    expect(market.listed).toBe(2);
  });

  test('is one for all platforms, however many requests are concurrent', async () => {
    const tenants = await Promise.all([newTrader(world), newTrader(world)]);
    nextSlot();
    market.listed = 0;

    const seen = await Promise.all([...tenants, ...tenants].map(({ tenant }) => listed(tenant)));

    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    market.euro = '0.5';
    expect(await listed(tenants[0]?.tenant ?? world)).toEqual(seen[0]);
  });

  test("of the sandbox follows the platform's clock, with constant rates", async () => {
    const tenant = await world.newPlatform();
    const before = await listed(tenant);

    await tenant.advance(301);

    const after = await listed(tenant);
    expect([before.receiving, after.receiving]).toEqual([9_154, 9_154]);
    expect(Date.parse(after.at) - Date.parse(before.at)).toBe(slotMs);
    expect(market.listed).toBe(0);
  });
});

describe('while the source of rates is unreachable', () => {
  test('quotes across currencies and the list are refused as retryable; one currency needs no rate', async () => {
    const { tenant, dollars, euro } = await newTrader(world);
    nextSlot();
    market.isAway = true;

    const [across, list] = [await quote(tenant, dollars, euro), await listed(tenant)];
    const one = await pushed(tenant, { to: dollars });

    expect([across.status, across.body.code]).toEqual([400, 'QUOTE_REQUEST_FAILED']);
    expect([list.status, list.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect([one.totalReceivingAmount, one.rateDetails]).toEqual([1_000, undefined]);
    market.isAway = false;
    expect((await quote(tenant, dollars, euro)).status).toBe(201);
  });

  test('an existing quote stays valid, and can be executed later', async () => {
    const { tenant, dollars, euro } = await newTrader(world);
    const { body: made } = await quote(tenant, dollars, euro);
    market.isAway = true;

    const refused = await execute(tenant, made.id);
    market.isAway = false;
    const executed = await execute(tenant, made.id);

    expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect([executed.status, executed.body.status]).toEqual([200, 'COMPLETED']);
  });
});

describe('a rate withdrawn by its source', () => {
  test('fails the quote, and nothing moves', async () => {
    const { tenant, dollars, euro } = await newTrader(world);
    const { body: made } = await quote(tenant, dollars, euro);
    market.isHeld = false;

    const { status, body } = await execute(tenant, made.id);

    const { failureReason, refund } = await transaction(tenant, made.transactionId);
    expect([status, body.status, failureReason, refund]).toEqual([200, 'FAILED', 'QUOTE_RATE_UNAVAILABLE', undefined]);
    expect(await steps(tenant, made.transactionId)).toEqual([]);
    expect(await balancesOf(tenant, dollars)).toEqual([100_000, 100_000]);
    expect(await world.eventTypes(made.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.FAILED']);
    expect(market.confirmed.at(-1)).toMatchObject({
      key: uuidIn(made.transactionId),
      sendingCurrency: 'USD',
      receivingCurrency: 'EUR',
      rate: '0.92',
      amount: 1_000n,
    });
  });

  test('is reported after an insufficient balance', async () => {
    const { tenant, dollars, euro } = await newTrader(world);
    const { body: made } = await quote(tenant, dollars, euro, { lockedCurrencyAmount: 100_001 });
    market.isHeld = false;

    const { status, body } = await execute(tenant, made.id);

    expect([status, body.code, body.details.reason]).toEqual([400, 'INVALID_AMOUNT', 'INSUFFICIENT_BALANCE']);
    expect((await tenant.rest('GET', `/quotes/${made.id}`)).body.status).toBe('PENDING');
  });

  test.each([
    { caps: { singleMax: 999n }, refusal: [400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED'] },
    { caps: { dailyMax: 999n }, refusal: [429, 'DAILY_VOLUME_LIMIT_EXCEEDED'] },
  ])('is reported after the cap $caps', async ({ caps, refusal }) => {
    const { tenant, dollars, euro } = await newTrader(world);
    const { body: made } = await quote(tenant, dollars, euro);
    await tenant.internal(VolumeLimitService).setVolumeLimit({ sendingCurrency: 'USD', receivingCurrency: 'EUR', ...caps });
    market.isHeld = false;

    const refused = await execute(tenant, made.id);
    const atOnce = await quote(tenant, dollars, euro, { immediatelyExecute: true });

    for (const { status, body } of [refused, atOnce]) expect([status, body.code]).toEqual(refusal);
    expect((await tenant.rest('GET', `/quotes/${made.id}`)).body.status).toBe('PENDING');
  });

  test('is reported after the balance for a quote with immediate execution', async () => {
    const { tenant, dollars, euro } = await newTrader(world);
    market.isHeld = false;

    const { status, body } = await quote(tenant, dollars, euro, { immediatelyExecute: true, lockedCurrencyAmount: 100_001 });

    expect([status, body.code, body.details.reason]).toEqual([400, 'INVALID_AMOUNT', 'INSUFFICIENT_BALANCE']);
  });

  test('refuses a quote with immediate execution, and leaves nothing behind', async () => {
    const { tenant, dollars, euro } = await newTrader(world);
    const { totalCount: before } = (await tenant.rest('GET', '/transactions')).body;
    market.isHeld = false;

    const { status, body } = await quote(tenant, dollars, euro, { immediatelyExecute: true });

    expect([status, body.code]).toEqual([400, 'QUOTE_REQUEST_FAILED']);
    expect((await tenant.rest('GET', '/transactions')).body.totalCount).toBe(before);
  });

  test('returns money that has arrived for the quote', async () => {
    const { tenant, euro } = await newTrader(world);
    const made = await pushed(tenant, { to: euro });
    market.isHeld = false;

    await deposit(tenant, made.transactionId);

    const { status, failureReason, refund } = await transaction(tenant, made.transactionId);
    expect([status, failureReason, refund.status]).toEqual(['FAILED', 'QUOTE_RATE_UNAVAILABLE', 'COMPLETED']);
    expect(await steps(tenant, made.transactionId)).toEqual(['FUND', 'RELEASE', 'REFUND_DONE']);
    expect(await findings(tenant)).toEqual([]);
  });

  test('does not matter within one currency', async () => {
    const { tenant, dollars } = await newTrader(world);
    const made = await pushed(tenant, { to: dollars });
    market.isHeld = false;

    await deposit(tenant, made.transactionId);

    expect((await transaction(tenant, made.transactionId)).status).toBe('COMPLETED');
    expect(market.confirmed).toEqual([]);
  });
});
