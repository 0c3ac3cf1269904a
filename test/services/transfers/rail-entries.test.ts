// The entries of a rail, under the references by which the rail knows the money.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import {
  PayoutState,
  PullReportSchema,
  PullState,
  RailService,
  ReturnFundsResponseSchema,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import { type RailEntry, RailEntryDirection } from '../../../gen/payments/transfers/v1/rail_entry_pb.ts';
import { AccountDepositState, RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { startBankRail } from './bank-rail-world.ts';
import { railEntriesIn } from './rail-entries.ts';
import { deposit, pushed } from './rates-world.ts';
import { change } from './refused-books.ts';
import { transfer } from './transfer-parties.ts';
import { execute, quote } from './transfers-world.ts';

const world = await startBankRail();
let state: PullState = PullState.COLLECTED;
for (const method of [RailService.method.startPull, RailService.method.getPull]) {
  world.absent.answer(method, () => create(PullReportSchema, { state }));
}
world.absent.answer(RailService.method.returnFunds, () => create(ReturnFundsResponseSchema));

const { entriesOf, reportDeposit, later } = railEntriesIn(world);

/** Sorted: those booked in the same millisecond have no order. */
const shown = (entries: readonly RailEntry[]) =>
  entries
    .map(({ reference, direction, amount, currency, step }) => {
      const name = direction === RailEntryDirection.OUT ? 'OUT' : 'IN';
      return `${step} of ${reference}: ${name} ${amount} ${currency}`;
    })
    .toSorted();

test('a payout and its return have the key of the payout', async () => {
  const { tenant, transactionId, reported } = await world.newPayout();
  const during = await entriesOf(tenant);

  await reported({ state: PayoutState.DELIVERED });
  await reported({ state: PayoutState.RETURNED });

  const key = uuidIn(transactionId);
  const entries = await entriesOf(tenant);
  const [out] = entries;
  expect(during).toEqual([]);
  expect(shown(entries)).toEqual(
    [`SETTLE of ${key}: OUT ${out?.amount} USD`, `REVERSE of ${key}: IN ${out?.amount} USD`].toSorted(),
  );
  expect(entries.map((entry) => entry.transactionId)).toEqual([transactionId, transactionId]);
});

test('a deposit to an account has the id that the rail has given it, and its return the key of the return', async () => {
  const { tenant, dollars } = await world.newPayer();
  await reportDeposit(tenant, dollars, { depositId: 'kept' });
  await reportDeposit(tenant, dollars, { depositId: 'refused', state: AccountDepositState.REFUSED });
  await change(tenant, dollars, 'CLOSED');
  const { transactionId } = await reportDeposit(tenant, dollars, { depositId: 'returned' });
  await world.settle();

  expect(shown(await entriesOf(tenant))).toEqual(
    [
      'IN_SEEN of kept: IN 700 USD',
      'IN_SEEN of refused: IN 700 USD',
      'IN_UNSEEN of refused: OUT 700 USD',
      'IN_SEEN of returned: IN 700 USD',
      `REFUND_DONE of ${uuidIn(transactionId)}: OUT 700 USD`,
    ].toSorted(),
  );
});

test('a debit has the id that the rail has given it', async () => {
  const { tenant, dollars } = await world.newPayer();
  const debit = {
    debitId: 'a debit',
    accountId: dollars,
    rail: 'ACH',
    currency: 'USD',
    amount: 300n,
    returnBy: later(86_400_000),
  };
  await tenant.internal(RailReportService).reportAccountDebit(debit);

  expect(shown(await entriesOf(tenant))).toEqual(['DEBIT of a debit: OUT 300 USD']);
});

test('a pull and its return have the key of the pull, even if a quote has spent the money', async () => {
  const { tenant, dollars, bank } = await world.newPayer();
  state = PullState.COLLECTED;
  const { body: transferred } = await transfer(tenant, 'in', { from: bank, to: dollars });
  const { body: made } = await quote(tenant, bank, dollars, { lockedCurrencyAmount: 2_000 });
  await execute(tenant, made.id);
  const [first, second] = [uuidIn(transferred.id), uuidIn(made.transactionId)];
  state = PullState.RETURNED;
  for (const key of [first, second]) await tenant.internal(RailReportService).reportReturnedPull({ key });

  expect(shown(await entriesOf(tenant))).toEqual(
    [
      `IN of ${first}: IN 1000 USD`,
      `FUND of ${second}: IN 2000 USD`,
      `IN_RETURN of ${first}: OUT 1000 USD`,
      `DEBIT of ${second}: OUT 2000 USD`,
    ].toSorted(),
  );
});

test('a deposit for a quote has its own id, and the payout that it funds the key of the payout', async () => {
  const { tenant, bank } = await world.newPayer();
  const made = await pushed(tenant, { to: bank, amount: 5_000 });
  await deposit(tenant, made.transactionId, 5_000n);
  await world.reportOn(tenant, made.transactionId, { state: PayoutState.DELIVERED });

  const paid = await entriesOf(tenant);
  const funded = await entriesOf(tenant, { rails: ['REALTIME'] });
  expect(shown(paid)).toEqual([`SETTLE of ${uuidIn(made.transactionId)}: OUT 5000 USD`]);
  expect(shown(funded)).toContainEqual(`FUND of ${made.transactionId}: IN 5000 USD`);
});
