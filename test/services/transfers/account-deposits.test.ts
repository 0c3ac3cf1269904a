// Unsolicited deposits to an internal account: pending, held, final or refused, as the rail reports.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import {
  AccountDepositState,
  RailReportService,
  type ReportAccountDepositRequestSchema,
} from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { TransactionPendingReason } from '../../../gen/payments/transfers/v1/transaction_status_pb.ts';
import { loggedErrors } from '../../kit/log.ts';
import type { Tenant } from '../../kit/platform.ts';
import { balancesOf, findings, newPayer, sharedTransfers, steps, transaction } from './transfers-world.ts';

const world = await sharedTransfers();
const { SEEN, CLEARED, REFUSED } = AccountDepositState;

type Report = MessageInitShape<typeof ReportAccountDepositRequestSchema>;

async function scene() {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 0 });
  const report = async (more: Report) => {
    const deposit = { depositId: 'one', accountId, rail: 'ACH', currency: 'USD', amount: 7_000n };
    const { transactionId } = await tenant.internal(RailReportService).reportAccountDeposit({ ...deposit, ...more });
    return transactionId;
  };
  return { tenant, customerId, accountId, report };
}

const incoming = (eventTypes: string[]) => eventTypes.map((type) => `INCOMING_PAYMENT.${type}`);

test('a deposit is pending first, in the total only, and is credited once it is final', async () => {
  const { tenant, customerId, accountId, report } = await scene();

  const id = await report({ state: SEEN });
  const [seen, during] = [await transaction(tenant, id), await balancesOf(tenant, accountId)];
  await report({ state: CLEARED });
  const [ended, after] = [await transaction(tenant, id), await balancesOf(tenant, accountId)];

  expect(seen).toMatchObject({
    type: 'INCOMING',
    direction: 'CREDIT',
    status: 'PENDING',
    customerId,
    source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
    destination: { destinationType: 'ACCOUNT', accountId },
    receivedAmount: { amount: 7_000 },
  });
  expect([during, after]).toEqual([
    [0, 7_000],
    [7_000, 7_000],
  ]);
  expect([ended.status, typeof ended.settledAt, seen.settledAt]).toEqual(['COMPLETED', 'string', undefined]);
  expect(await world.eventTypes(id)).toEqual(incoming(['PENDING', 'COMPLETED']));
  expect(await steps(tenant, id)).toEqual(['IN_SEEN', 'IN']);
  expect(await findings(tenant)).toEqual([]);
});

test('a held one has a reason, and reports every change of the reason', async () => {
  const { tenant, report } = await scene();
  const reason = (pendingReason: TransactionPendingReason) => report({ state: SEEN, rail: 'BASE', pendingReason });
  const { WALLET_VERIFICATION_REQUIRED, COMPLIANCE_REVIEW } = TransactionPendingReason;

  const id = await reason(WALLET_VERIFICATION_REQUIRED);
  await reason(WALLET_VERIFICATION_REQUIRED);
  await reason(COMPLIANCE_REVIEW);
  await report({ state: CLEARED, rail: 'BASE' });

  const eventTypes = (await world.bodies()).filter(({ resource }) => resource === id);
  expect(eventTypes.map(({ type, data }) => [type, data.status, data.pendingReason])).toEqual([
    ['INCOMING_PAYMENT.PENDING', 'PENDING', 'WALLET_VERIFICATION_REQUIRED'],
    ['INCOMING_PAYMENT.PENDING', 'PENDING', 'COMPLIANCE_REVIEW'],
    ['INCOMING_PAYMENT.COMPLETED', 'COMPLETED', undefined],
  ]);
  expect((await transaction(tenant, id)).pendingReason).toBeUndefined();
});

test('a refused one fails, without any effect', async () => {
  const { tenant, accountId, report } = await scene();

  const id = await report({ state: SEEN });
  await report({ state: REFUSED });

  const { status, failureReason, refund } = await transaction(tenant, id);
  expect([status, failureReason, refund]).toEqual(['FAILED', 'COMPLIANCE_REJECTED', undefined]);
  expect(await balancesOf(tenant, accountId)).toEqual([0, 0]);
  expect(await world.eventTypes(id)).toEqual(incoming(['PENDING', 'FAILED']));
  expect(await steps(tenant, id)).toEqual(['IN_SEEN', 'IN_UNSEEN']);
  expect(await findings(tenant)).toEqual([]);
});

describe('however often it is reported', () => {
  test('it is one deposit, with the end reported first', async () => {
    const { tenant, accountId, report } = await scene();

    const ids = await Promise.all([
      ...Array.from({ length: 5 }, () => report({ state: CLEARED })),
      report({ state: SEEN }),
      report({ state: SEEN }),
    ]);
    await report({ state: REFUSED });

    expect(new Set(ids).size).toBe(1);
    expect(await balancesOf(tenant, accountId)).toEqual([7_000, 7_000]);
    expect(await world.eventTypes(ids[0] ?? '')).toEqual(incoming(['PENDING', 'COMPLETED']));
  });

  test('another amount, account or rail under the same key is refused', async () => {
    const errors = loggedErrors();
    const { tenant, accountId, report } = await scene();
    const { accountId: other } = await newPayer(tenant, { amount: 0 });
    await report({ state: SEEN });

    for (const changed of [{ amount: 9n }, { rail: 'WIRE' }, { accountId: other }]) {
      const refusal = { code: ErrorCode.CONFLICT, details: { reason: 'DEPOSIT_ID_REUSED' } };
      await expect(report({ state: CLEARED, ...changed })).rejects.toMatchObject(refusal);
    }
    expect(await balancesOf(tenant, accountId)).toEqual([0, 7_000]);
    expect(errors.map(({ message }) => message)).toEqual(Array(3).fill('A rail reported the same key with different details.'));
  });

  test('of two concurrent reports of opposite ends one counts, and the books are consistent', async () => {
    const { tenant, accountId, report } = await scene();
    const id = await report({ state: SEEN });

    await Promise.all([report({ state: CLEARED }), report({ state: REFUSED }), report({ state: CLEARED })]);

    const { status } = await transaction(tenant, id);
    const left = status === 'COMPLETED' ? 7_000 : 0;
    expect(['COMPLETED', 'FAILED']).toContain(status);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await steps(tenant, id)).toHaveLength(2);
    expect(await findings(tenant)).toEqual([]);
  });
});

const change = (tenant: Tenant, accountId: string, to: InternalAccountChange) =>
  tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change: to });

test('an account that is frozen makes it wait', async () => {
  const { tenant, accountId, report } = await scene();
  const id = await report({ state: SEEN });
  await change(tenant, accountId, InternalAccountChange.FROZEN);

  await report({ state: CLEARED });
  const waiting = [(await transaction(tenant, id)).status, await balancesOf(tenant, accountId)];
  await later(11_000);
  await change(tenant, accountId, InternalAccountChange.LIFTED);
  await later(60_000);

  expect(waiting).toEqual(['PENDING', [0, 7_000]]);
  expect((await transaction(tenant, id)).status).toBe('COMPLETED');
  expect(await balancesOf(tenant, accountId)).toEqual([7_000, 7_000]);
});

const later = async (ms: number) => {
  world.wall.advance(ms);
  await world.settle();
};

describe('to an account that is closed', () => {
  const { CLOSED, FROZEN } = InternalAccountChange;
  const returned = { status: 'FAILED', failureReason: 'COLLECTION_FAILED', refund: { status: 'COMPLETED' } };
  const eventTypes = incoming(['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
  const wayBack = ['RELEASE', 'REFUND_DONE'];

  test('a pending deposit is returned once it is final', async () => {
    const { tenant, accountId, report } = await scene();
    const id = await report({ state: SEEN });
    await change(tenant, accountId, CLOSED);

    await report({ state: CLEARED });
    await report({ state: CLEARED });

    expect(await transaction(tenant, id)).toMatchObject(returned);
    expect(await world.eventTypes(id)).toEqual(eventTypes);
    expect(await steps(tenant, id)).toEqual(['IN_SEEN', 'IN_UNSEEN', 'FUND', ...wayBack]);
    expect(await balancesOf(tenant, accountId)).toEqual([0, 0]);
    expect(await findings(tenant)).toEqual([]);
  });

  test('a deposit for a deleted customer is returned, but not before it is final', async () => {
    const { tenant, customerId, report } = await scene();
    await tenant.rest('DELETE', `/customers/${customerId}`);
    await world.settle();

    const id = await report({ state: SEEN });
    const { status } = await transaction(tenant, id);
    await report({ state: CLEARED });

    expect(status).toBe('PENDING');
    expect(await transaction(tenant, id)).toMatchObject({ ...returned, customerId });
    expect(await world.eventTypes(id)).toEqual(eventTypes);
    expect(await steps(tenant, id)).toEqual(['IN_SEEN', ...wayBack]);
    expect(await findings(tenant)).toEqual([]);
  });

  test('a refused one has no effect', async () => {
    const { tenant, accountId, report } = await scene();
    await change(tenant, accountId, CLOSED);

    const id = await report({ state: REFUSED });

    expect(await transaction(tenant, id)).toMatchObject({ status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' });
    expect(await steps(tenant, id)).toEqual(['IN_SEEN', 'IN_UNSEEN']);
    expect(await findings(tenant)).toEqual([]);
  });

  test('a deposit that waited for a thaw is returned', async () => {
    const { tenant, accountId, report } = await scene();
    await change(tenant, accountId, FROZEN);
    const id = await report({ state: CLEARED });
    await change(tenant, accountId, CLOSED);

    await later(11_000);

    expect(await transaction(tenant, id)).toMatchObject(returned);
    expect(await findings(tenant)).toEqual([]);
  });
});

test.each([
  [{ accountId: 'InternalAccount:01900000-0000-7000-8000-00000000dead' }, ErrorCode.REFERENCE_NOT_FOUND],
  [{ currency: 'EUR' }, ErrorCode.INVALID_CURRENCY],
  [{ amount: 0n }, ErrorCode.INVALID_INPUT],
  [{ rail: 'by hand' }, ErrorCode.INVALID_INPUT],
])('a report like %o is refused', async (wrong, code) => {
  const { report } = await scene();

  await expect(report({ state: SEEN, ...wrong })).rejects.toMatchObject({ code });
});

test('its platform neither approves nor cancels it', async () => {
  const { tenant, report } = await scene();
  const id = await report({ state: SEEN });

  const approve = await tenant.rest('POST', `/transactions/${id}/approve`);
  const cancel = await tenant.rest('POST', `/transactions/${id}/cancel`);

  expect([approve.status, approve.body.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']);
  expect([cancel.status, cancel.body.code]).toEqual([400, 'INVALID_INPUT']);
});
