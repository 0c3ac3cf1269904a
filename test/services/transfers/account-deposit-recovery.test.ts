// A process dies while a deposit to an internal account is pending or ends: the next one continues, once.
import { describe, expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { AccountDepositState, RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { dieAt } from '../../kit/death.ts';
import { deathsIn } from './dying-process.ts';
import { balancesOf, findings, newPayer, startTransfers, steps } from './transfers-world.ts';

const world = await startTransfers();
const { recover } = deathsIn(world);
const { SEEN, CLEARED, REFUSED } = AccountDepositState;

async function scene() {
  const tenant = await world.newPlatform();
  const { accountId } = await newPayer(tenant, { amount: 0 });
  const deposit = { depositId: 'one', accountId, rail: 'ACH', currency: 'USD', amount: 7_000n };
  const report = (state: AccountDepositState) => tenant.internal(RailReportService).reportAccountDeposit({ ...deposit, state });
  return { tenant, accountId, report };
}

const incoming = (eventTypes: string[]) => eventTypes.map((type) => `INCOMING_PAYMENT.${type}`);

test.each(['deposit seen', 'deposit booked', 'deposit shown'])(
  "one that is pending and dies at '%s' is shown once",
  async (point) => {
    const { tenant, accountId, report } = await scene();
    dieAt(point);
    await expect(report(SEEN)).rejects.toBeInstanceOf(Error);

    await recover();
    const { transactionId } = await report(SEEN);

    expect(await world.eventTypes(transactionId)).toEqual(incoming(['PENDING']));
    expect(await steps(tenant, transactionId)).toEqual(['IN_SEEN']);
    expect(await balancesOf(tenant, accountId)).toEqual([0, 7_000]);
  },
);

const ends = [
  { state: CLEARED, name: 'cleared', eventTypes: 'COMPLETED', booked: 'IN', books: 'deposit booked', left: 7_000 },
  { state: REFUSED, name: 'refused', eventTypes: 'FAILED', booked: 'IN_UNSEEN', books: 'in unseen booked', left: 0 },
];

describe.each(ends)('one that is $name', ({ state, eventTypes, booked, books, left }) => {
  test.each(['deposit ending', books, 'deposit shown'])("and dies at '%s' ends once", async (point) => {
    const { tenant, accountId, report } = await scene();
    const { transactionId } = await report(SEEN);
    dieAt(point);
    await expect(report(state)).rejects.toBeInstanceOf(Error);

    await recover();
    await report(state);

    expect(await world.eventTypes(transactionId)).toEqual(incoming(['PENDING', eventTypes]));
    expect(await steps(tenant, transactionId)).toEqual(['IN_SEEN', booked]);
    expect(await balancesOf(tenant, accountId)).toEqual([left, left]);
    expect(await findings(tenant)).toEqual([]);
  });
});

test.each([
  'deposit booked',
  'in unseen booked',
  'fund booked',
  'release booked',
  'deposit returned',
  'refund booked',
  'deposit shown',
])("one that is returned and dies at '%s' is returned once", async (point) => {
  const { tenant, accountId, report } = await scene();
  const { transactionId } = await report(SEEN);
  await tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change: InternalAccountChange.CLOSED });
  dieAt(point);
  await expect(report(CLEARED)).rejects.toBeInstanceOf(Error);

  await recover();
  await report(CLEARED);

  expect(await world.eventTypes(transactionId)).toEqual(incoming(['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']));
  expect(await steps(tenant, transactionId)).toEqual(['IN_SEEN', 'IN_UNSEEN', 'FUND', 'RELEASE', 'REFUND_DONE']);
  expect(await balancesOf(tenant, accountId)).toEqual([0, 0]);
  expect(await findings(tenant)).toEqual([]);
});
