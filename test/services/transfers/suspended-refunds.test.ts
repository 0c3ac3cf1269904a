// Failed refunds: their money stays in suspense until the operator releases it.
import { describe, expect, test } from 'vitest';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { SuspendedRefundService } from '../../../gen/payments/transfers/v1/suspended_refund_pb.ts';
import { brokenInvariants } from '../../kit/books.ts';
import { dieAt } from '../../kit/death.ts';
import type { Tenant } from '../../kit/platform.ts';
import { realtime } from './pushes-world.ts';
import {
  accountOf,
  balancesOf,
  execute,
  findings,
  newBank,
  newPayer,
  quote,
  startTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await startTransfers();
const amount = 5_000_000n;

const suspended = (tenant: Tenant) => tenant.internal(SuspendedRefundService).listSuspendedRefunds({});
const release = (tenant: Tenant, transactionId: string, accountId?: string) =>
  tenant.internal(SuspendedRefundService).releaseSuspendedRefund({ transactionId, ...(accountId && { accountId }) });

/** A customer with only dollars, deleted with an open quote in USDC; and the late deposit. */
async function late() {
  const tenant = await world.newPlatform({ currencies: ['USD', 'USDC'] });
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'] };
  const { id: customerId } = (await tenant.rest('POST', '/customers', { body: person })).body;
  const to = await newBank(tenant, customerId);
  const more = { lockedCurrencyAmount: Number(amount) };
  const { body: made } = await realtime(tenant, { customerId, currency: 'USDC', cryptoNetwork: 'BASE', to, more });
  await tenant.rest('DELETE', `/customers/${customerId}`);
  await tenant.advance(1_000);
  const { reference } = (await transaction(tenant, made.transactionId)).reconciliationInstructions;
  const comes = (depositId: string) =>
    tenant.internal(RailReportService).reportDeposit({ depositId, reference, currency: 'USDC', amount });
  return { tenant, customerId, comes, platformAccount: await accountOf(tenant, undefined, 'USDC') };
}

/** A failed payout with a failed refund. */
async function failed() {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant);
  const { body: made } = await quote(tenant, accountId, await newBank(tenant, customerId, '007'));
  await execute(tenant, made.id);
  return { tenant, accountId, transactionId: String(made.transactionId) };
}

describe('late crypto for a deleted customer without an account in it', () => {
  test('is suspended, and released to an account that the operator names', async () => {
    const { tenant, customerId, comes, platformAccount } = await late();

    const { transactionId } = await comes('one');
    const { transactionId: strayId } = await comes('two');
    const before = await suspended(tenant);
    const answers = [await release(tenant, transactionId, platformAccount), await release(tenant, strayId, platformAccount)];

    expect(before.refunds).toMatchObject(
      [transactionId, strayId].sort().map((id) => ({ transactionId: id, owner: customerId, currency: 'USDC', amount })),
    );
    expect(answers).toMatchObject([{ isCompleted: true }, { isCompleted: true }]);
    expect(await balancesOf(tenant, platformAccount)).toEqual([10_000_000, 10_000_000]);
    expect(await transaction(tenant, transactionId)).toMatchObject({ status: 'EXPIRED', refund: { status: 'COMPLETED' } });
    expect(await transaction(tenant, strayId)).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } });
    const refunded = ['REFUND_PENDING', 'REFUND_FAILED', 'REFUND_COMPLETED'];
    expect((await world.eventTypes(transactionId)).slice(2)).toEqual(refunded.map((name) => `OUTGOING_PAYMENT.${name}`));
    expect((await world.eventTypes(strayId)).slice(1)).toEqual(refunded.map((name) => `INCOMING_PAYMENT.${name}`));
    expect((await suspended(tenant)).refunds).toEqual([]);
    expect(await findings(tenant)).toEqual([]);
  });

  test('cannot be released to a wallet, or to an account in another currency', async () => {
    const { tenant, comes } = await late();
    const { transactionId } = await comes('one');

    for (const accountId of [undefined, await accountOf(tenant, undefined, 'USD')]) {
      await expect(release(tenant, transactionId, accountId)).rejects.toMatchObject({ code: ErrorCode.INVALID_INPUT });
    }
  });
});

describe('an unpaid refund of an internal payer', () => {
  test('is released to the payer, once', async () => {
    const { tenant, accountId, transactionId } = await failed();

    await Promise.all([release(tenant, transactionId), release(tenant, transactionId)]);
    await release(tenant, transactionId);

    expect(await transaction(tenant, transactionId)).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } });
    expect(await balancesOf(tenant, accountId)).toEqual([100_000, 100_000]);
    expect((await steps(tenant, transactionId)).slice(-2)).toEqual(['REFUND_FAIL', 'REFUND_DONE']);
    expect((await world.eventTypes(transactionId)).at(-1)).toBe('OUTGOING_PAYMENT.REFUND_COMPLETED');
    expect(await findings(tenant)).toEqual([]);
  });

  test.each(['refund release begun', 'refund released'])("is released though the process dies at '%s'", async (point) => {
    const { tenant, accountId, transactionId } = await failed();
    dieAt(point);
    await release(tenant, transactionId).catch(() => undefined);

    world.wall.advance(60_000);
    await world.settle();

    expect((await transaction(tenant, transactionId)).refund.status).toBe('COMPLETED');
    expect(await balancesOf(tenant, accountId)).toEqual([100_000, 100_000]);
    expect(await findings(tenant)).toEqual([]);
  });

  test('cannot be released to anyone else', async () => {
    const { tenant, transactionId } = await failed();
    const { accountId: other } = await newPayer(tenant, { amount: 0 });

    await expect(release(tenant, transactionId, other)).rejects.toMatchObject({ code: ErrorCode.INVALID_INPUT });
  });
});

test('without suspended money, nothing is released', async () => {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant);
  const { body: made } = await quote(tenant, accountId, await newBank(tenant, customerId));
  await execute(tenant, made.id);

  await expect(release(tenant, made.transactionId)).rejects.toMatchObject({ code: ErrorCode.CONFLICT });
  await expect(release(tenant, 'Transaction:nobody')).rejects.toMatchObject({ code: ErrorCode.TRANSACTION_NOT_FOUND });
});

test('afterwards the books are consistent', async () => {
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});
