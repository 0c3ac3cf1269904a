// Payments that the receiver's bank returns after their delivery.
import { expect, test } from 'vitest';
import { netBooks } from './net-books.ts';
import {
  balancesOf,
  execute,
  findings,
  newBank,
  newPayer,
  quote,
  sharedTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await sharedTransfers();

async function delivered(paymentRail?: string) {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 5_000 });
  const bank = await newBank(tenant, customerId, '005');
  const destination = { destinationType: 'ACCOUNT', accountId: bank, ...(paymentRail !== undefined && { paymentRail }) };
  const { body: made } = await quote(tenant, accountId, bank, { destination });
  await execute(tenant, made.id);
  const id: string = made.transactionId;
  return { tenant, customerId, accountId, made, id, completed: await transaction(tenant, id) };
}

test('a payment returned days later fails, is refunded in full, and shows the time of each', async () => {
  const { tenant, accountId, made, id, completed } = await delivered();
  expect([completed.status, completed.failureReason, completed.refund]).toEqual(['COMPLETED', undefined, undefined]);
  const returnedAt = new Date(Date.parse(completed.settledAt) + 30_000).toISOString();

  await tenant.advance(3 * 86_400);

  const reference = `${completed.reconciliationInstructions.reference}-REFUND`;
  const pending = { reference, initiatedAt: returnedAt, status: 'PENDING', reason: 'TRANSACTION_FAILED' };
  const failed = { ...completed, status: 'FAILED', failureReason: 'PAYOUT_RETURNED', updatedAt: returnedAt };
  const refunded = { ...failed, refund: { ...pending, status: 'COMPLETED', settledAt: returnedAt } };
  expect(await transaction(tenant, id)).toEqual(refunded);
  const events = (await world.bodies()).filter(({ resource }) => resource === id).slice(-3);
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['OUTGOING_PAYMENT.FAILED', failed],
    ['OUTGOING_PAYMENT.REFUND_PENDING', { ...failed, refund: pending }],
    ['OUTGOING_PAYMENT.REFUND_COMPLETED', refunded],
  ]);
  expect((await tenant.rest('GET', `/quotes/${made.id}`)).body.status).toBe('FAILED');
  expect(await steps(tenant, id)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
  expect(await netBooks(tenant, id, {})).toEqual({});
  expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
  expect(await findings(tenant)).toEqual([]);
});

test('it is found by its new status and by the reference of its refund', async () => {
  const { tenant, customerId, id, completed } = await delivered();
  await tenant.advance(30);

  const reference = `${completed.reconciliationInstructions.reference}-REFUND`;
  for (const query of [`status=FAILED&customerId=${customerId}`, `reference=${reference}`]) {
    const { body } = await tenant.rest('GET', `/transactions?${query}`);
    expect(body.data.map((found: { id: string }) => found.id)).toEqual([id]);
  }
});

test.each([
  ['RTP', 400, 'INVALID_INPUT'],
  ['ACH', 409, 'TRANSACTION_NOT_CANCELLABLE'],
])('on %s it cannot be cancelled, neither before the return nor after', async (rail, status, code) => {
  const { tenant, id, completed } = await delivered(rail);
  expect([completed.status, completed.paymentRail]).toEqual(['COMPLETED', rail]);
  const cancel = () => tenant.rest('POST', `/transactions/${id}/cancel`);

  const before = await cancel();
  await tenant.advance(30);
  const after = await cancel();

  expect([before, after].map((answer) => [answer.status, answer.body.code])).toEqual([
    [status, code],
    [status, code],
  ]);
  expect((await transaction(tenant, id)).refund.reason).toBe('TRANSACTION_FAILED');
});

test('its receipt can still be confirmed, since it was completed once', async () => {
  const { tenant, id } = await delivered();
  await tenant.advance(30);

  const { status, body } = await tenant.rest('POST', `/transactions/${id}/confirm`);

  expect([status, body.status, body.receiptDeliveryConfirmedAt]).toEqual([200, 'FAILED', expect.any(String)]);
});
