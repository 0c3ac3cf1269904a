// Direct debits of an internal account by its coordinates: paid, or returned unpaid in time.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { describe, expect, test } from 'vitest';
import { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import {
  AccountDebitOutcome,
  RailReportService,
  type ReportAccountDebitRequestSchema,
} from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { brokenInvariants } from '../../kit/books.ts';
import { dieAt } from '../../kit/death.ts';
import { loggedErrors } from '../../kit/log.ts';
import type { Tenant } from '../../kit/platform.ts';
import { deathsIn } from './dying-process.ts';
import { incoming } from './event-types.ts';
import { change } from './refused-books.ts';
import { accountOf, balancesOf, findings, newCustomer, newPayer, startTransfers, steps, transaction } from './transfers-world.ts';

const world = await startTransfers();
const { recover } = deathsIn(world);
const { PAID, RETURNED } = AccountDebitOutcome;
const dayMs = 86_400_000;

type Report = MessageInitShape<typeof ReportAccountDebitRequestSchema>;

async function scene(amount = 5_000) {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount });
  const returnBy = timestampFromDate(new Date(world.wall.now().getTime() + dayMs));
  const report = (more: Report = {}) => {
    const debit = { debitId: 'one', accountId, rail: 'ACH', currency: 'USD', amount: 3_000n, returnBy };
    return tenant.internal(RailReportService).reportAccountDebit({ ...debit, ...more });
  };
  return { tenant, customerId, accountId, report };
}

const tooLate = () => ({ returnBy: timestampFromDate(world.wall.now()) });

/** What the platform owes for a transaction. */
async function owedBy(tenant: Tenant, transactionId: string): Promise<bigint> {
  const { journals } = await tenant.internal(LedgerService).listJournals({ subject: transactionId.slice('Transaction:'.length) });
  return journals
    .flatMap(({ legs }) => legs)
    .filter(({ account, amount }) => account?.kind.case === 'house' && amount < 0n)
    .reduce((sum, { amount }) => sum - amount, 0n);
}

test('a covered debit is paid, once', async () => {
  const { tenant, customerId, accountId, report } = await scene();

  const answers = await Promise.all([report(), report(), report()]);
  const again = await report();

  const id = again.transactionId;
  for (const answer of answers) expect(answer).toEqual(again);
  expect(again.outcome).toBe(PAID);
  expect(await transaction(tenant, id)).toMatchObject({
    type: 'INCOMING',
    direction: 'DEBIT',
    status: 'COMPLETED',
    customerId,
    destination: { accountId },
    receivedAmount: { amount: 3_000 },
  });
  expect(await balancesOf(tenant, accountId)).toEqual([2_000, 2_000]);
  expect(await world.eventTypes(id)).toEqual(incoming(['COMPLETED']));
  expect(await steps(tenant, id)).toEqual(['DEBIT']);
  expect(await findings(tenant)).toEqual([]);
});

describe('is returned unpaid', () => {
  test("if the account's balance is too low, for good", async () => {
    const { tenant, accountId, report } = await scene(2_999);

    const { outcome, transactionId } = await report();
    await tenant.rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 1_000 } });
    const again = await report();

    expect([outcome, again]).toEqual([RETURNED, expect.objectContaining({ outcome: RETURNED, transactionId })]);
    expect(await transaction(tenant, transactionId)).toMatchObject({ status: 'FAILED', failureReason: 'COLLECTION_FAILED' });
    expect(await balancesOf(tenant, accountId)).toEqual([3_999, 3_999]);
    expect(await world.eventTypes(transactionId)).toEqual(incoming(['FAILED']));
    expect(await steps(tenant, transactionId)).toEqual([]);
  });

  test.each(['FROZEN', 'CLOSED'] as const)('if the account is %s', async (status) => {
    const { tenant, accountId, report } = await scene();
    await change(tenant, accountId, status);

    expect((await report()).outcome).toBe(RETURNED);
    expect(await balancesOf(tenant, accountId)).toEqual([5_000, 5_000]);
  });
});

test('after its deadline it is paid in any case, and the platform owes the shortfall', async () => {
  const { tenant, accountId, report } = await scene(1_000);

  const { outcome, transactionId } = await report(tooLate());

  expect(outcome).toBe(PAID);
  expect(await balancesOf(tenant, accountId)).toEqual([0, 0]);
  expect(await owedBy(tenant, transactionId)).toBe(2_000n);
  expect(await findings(tenant)).toEqual([]);
});

describe.each(['debit seen', 'debit booked', 'debit shown'])("a process that dies at '%s'", (point) => {
  test.each([
    [5_000, PAID, 'COMPLETED', 2_000],
    [1_000, RETURNED, 'FAILED', 1_000],
  ])('decides once about a debit from %i', async (amount, outcome, eventTypes, left) => {
    const { tenant, accountId, report } = await scene(amount);
    dieAt(point);
    await expect(report()).rejects.toBeInstanceOf(Error);

    await recover();
    const answer = await report();

    expect(answer.outcome).toBe(outcome);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await world.eventTypes(answer.transactionId)).toEqual(incoming([eventTypes]));
  });
});

test.each([
  [{ accountId: 'InternalAccount:01900000-0000-7000-8000-00000000dead' }, ErrorCode.REFERENCE_NOT_FOUND],
  [{ currency: 'EUR' }, ErrorCode.INVALID_CURRENCY],
  [{ amount: 0n }, ErrorCode.INVALID_INPUT],
  [{ amount: 4_000n }, ErrorCode.CONFLICT],
])('a report like %o is refused', async (wrong, code) => {
  const errors = loggedErrors();
  const { report } = await scene();
  await report();

  await expect(report(wrong)).rejects.toMatchObject({ code });

  const conflicts = code === ErrorCode.CONFLICT ? ['A rail reported the same key with different details.'] : [];
  expect(errors.map(({ message }) => message)).toEqual(conflicts);
});

describe('in the sandbox', () => {
  test('a sandbox call simulates the debtor', async () => {
    const { tenant, accountId } = await scene();
    const debit = (id: string, amount: number) =>
      tenant.rest('POST', `/sandbox/internal-accounts/${id}/debit`, { body: { amount } });

    const [paid, unpaid] = [await debit(accountId, 4_000), await debit(accountId, 4_000)];
    const crypto = await debit(await accountOf(tenant, await newCustomer(tenant), 'USDC'), 1);

    expect([paid.status, paid.body.direction, paid.body.status]).toEqual([200, 'DEBIT', 'COMPLETED']);
    expect([unpaid.body.status, unpaid.body.failureReason]).toEqual(['FAILED', 'COLLECTION_FAILED']);
    expect([crypto.status, crypto.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(await balancesOf(tenant, accountId)).toEqual([1_000, 1_000]);
  });
});

test('afterwards the books are consistent', async () => {
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});
