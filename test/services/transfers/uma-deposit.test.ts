// The destination of an incoming UMA payment, and its receipt.
import { describe, expect, test } from 'vitest';
import { balancesOf, findings, steps, transaction } from './transfers-world.ts';
import { receive, startReceiving } from './uma-receiving.ts';
import { at } from './uma-world.ts';

const world = await startReceiving();
const { scene, eventTypes } = world;

describe("the customer's external account for UMA payments", () => {
  async function withBank(suffix: string) {
    const set = await scene({});
    const accountInfo = {
      accountType: 'EUR_ACCOUNT',
      iban: `DE8937040044053201${suffix}`,
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada', countryOfResidence: 'DE' },
    };
    const body = { currency: 'EUR', customerId: set.person.customerId, defaultUmaDepositAccount: true, accountInfo };
    const { body: bank } = await set.tenant.rest('POST', '/customers/external-accounts', { body });
    const { body: made } = await receive(set);
    return { ...set, bank: bank.id, made };
  }

  test('is paid, after conversion', async () => {
    const set = await withBank('3999');

    expect(set.made.destination).toEqual({ destinationType: 'ACCOUNT', accountId: set.bank, currency: 'USD' });
    expect(await eventTypes(set, set.made.id)).toEqual(['PENDING', 'COMPLETED']);
    expect(await steps(set.tenant, set.made.id)).toEqual(['IN', 'SETTLE']);
    expect(await balancesOf(set.tenant, set.person.accountId)).toEqual([0, 0]);
    expect(await findings(set.tenant)).toEqual([]);
  });

  test.each(['002', '003', '004'])('ending in %s refuses, and the sender is refunded', async (suffix) => {
    const set = await withBank(`3${suffix}`);

    expect(await eventTypes(set, set.made.id)).toEqual(['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
    const ended = await transaction(set.tenant, set.made.id);
    expect([ended.status, ended.failureReason]).toEqual(['FAILED', 'OFFRAMP_FAILED']);
    expect([ended.refund.status, ended.refund.reason]).toEqual(['COMPLETED', 'TRANSACTION_FAILED']);
    expect(await steps(set.tenant, set.made.id)).toEqual(['IN', 'REVERSE', 'REFUND_DONE']);
    expect(await findings(set.tenant)).toEqual([]);
  });

  test('ending in 005 refuses half a minute later', async () => {
    const set = await withBank('3005');

    expect(await eventTypes(set, set.made.id)).toEqual(['PENDING']);
    expect((await transaction(set.tenant, set.made.id)).status).toBe('PROCESSING');
    world.wall.advance(30_000);
    expect(await eventTypes(set, set.made.id)).toEqual(['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
    expect(await findings(set.tenant)).toEqual([]);
  });
});

test('an internal account closed in the meantime receives nothing, and the sender is refunded', async () => {
  const set = await scene();
  const { body: made } = await receive(set, { senderUmaAddress: at('pending.long.usd') });
  expect(await eventTypes(set, made.id)).toEqual(['PENDING']);
  expect((await set.tenant.rest('DELETE', `/customers/${set.person.customerId}`)).status).toBe(200);

  await set.tenant.advance(360);

  expect(await eventTypes(set, made.id)).toEqual(['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
  const ended = await transaction(set.tenant, made.id);
  expect([ended.failureReason, ended.refund.reference]).toEqual([
    'OFFRAMP_FAILED',
    `${made.reconciliationInstructions.reference}-REFUND`,
  ]);
  expect(await steps(set.tenant, made.id)).toEqual([]);
  expect(await findings(set.tenant)).toEqual([]);
});

describe('the receipt of a transaction', () => {
  test('is confirmed once it is completed, now or at a given time, and again', async () => {
    const set = await scene({});
    const { body: made } = await receive(set);
    await eventTypes(set, made.id);
    const confirm = (receiptDeliveryConfirmedAt?: string) =>
      set.tenant.rest(
        'POST',
        `/transactions/${made.id}/confirm`,
        receiptDeliveryConfirmedAt ? { body: { receiptDeliveryConfirmedAt } } : {},
      );
    const nowMs = world.wall.now().getTime();
    const inMs = (ms: number) => new Date(nowMs + ms).toISOString();

    expect((await confirm()).body.receiptDeliveryConfirmedAt).toBe(inMs(0));
    expect((await confirm('2025-01-01T00:00:00+02:00')).body.receiptDeliveryConfirmedAt).toBe('2024-12-31T22:00:00.000Z');
    expect((await confirm(inMs(300_000))).status).toBe(200);
    expect((await transaction(set.tenant, made.id)).receiptDeliveryConfirmedAt).toBe(inMs(300_000));
    const late = await confirm(inMs(300_001));
    expect([late.status, late.body.code, late.body.details.errors[0].field]).toEqual([
      400,
      'INVALID_INPUT',
      'receiptDeliveryConfirmedAt',
    ]);
    expect(await eventTypes(set, made.id)).toEqual(['PENDING', 'COMPLETED']);
  });

  test('does not exist before, nor for an unknown transaction', async () => {
    const set = await scene({ status: 202 });
    const { body: made } = await receive(set);

    const early = await set.tenant.rest('POST', `/transactions/${made.id}/confirm`);
    const nobody = await set.tenant.rest('POST', '/transactions/Transaction:00000000-0000-7000-8000-000000000000/confirm');

    expect([early.status, early.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect([nobody.status, nobody.body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
  });
});
