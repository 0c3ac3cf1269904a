// A platform that owes a debit that its account did not cover: every credit of the account repays this first.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { AccountDepositState, RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { brokenInvariants } from '../../kit/books.ts';
import { loggedErrors } from '../../kit/log.ts';
import type { Tenant } from '../../kit/platform.ts';
import { netBooks } from './net-books.ts';
import { transfer } from './transfer-parties.ts';
import {
  accountOf,
  balancesOf,
  execute,
  fund,
  newBank,
  newPayer,
  quote,
  startTransfers,
  transaction,
} from './transfers-world.ts';

const world = await startTransfers();

/** A bank collects an amount from the platform's account, too late to be refused. */
async function collect(tenant: Tenant, accountId: string, amount: bigint): Promise<void> {
  const returnBy = timestampFromDate(world.wall.now());
  const debit = { debitId: crypto.randomUUID(), accountId, rail: 'ACH', currency: 'USD', amount, returnBy };
  await tenant.internal(RailReportService).reportAccountDebit(debit);
}

/** A platform that owes 1,500 cents, and its account. */
async function indebted() {
  const tenant = await world.newPlatform();
  const account = await accountOf(tenant, undefined);
  await collect(tenant, account, 1_500n);
  return { tenant, account };
}

/** Each credits ten dollars. Returns the id of the transaction. */
const credits: readonly [string, (tenant: Tenant, account: string) => Promise<string>][] = [
  [
    'sandbox money',
    async (tenant, account) => {
      world.wall.advance(1); // so that it is the newest transaction
      await fund(tenant, account, 1_000);
      const { body } = await tenant.rest('GET', '/transactions?type=INCOMING&limit=1');
      return body.data[0].id;
    },
  ],
  [
    'a transfer in',
    async (tenant, account) => {
      const { body } = await transfer(tenant, 'in', { from: await newBank(tenant, undefined), to: account });
      return body.id;
    },
  ],
  [
    'a deposit',
    async (tenant, accountId) => {
      const state = AccountDepositState.CLEARED;
      const report = { depositId: crypto.randomUUID(), accountId, rail: 'ACH', currency: 'USD', amount: 1_000n, state };
      const { transactionId } = await tenant.internal(RailReportService).reportAccountDeposit(report);
      return transactionId;
    },
  ],
  [
    'a payment of a customer',
    async (tenant, account) => {
      const { accountId } = await newPayer(tenant, { amount: 1_000 });
      const { body } = await quote(tenant, accountId, account, { immediatelyExecute: true });
      return body.transactionId;
    },
  ],
];

test.each(credits)('%s repays a part of it, then the rest', async (_, credit) => {
  const { tenant, account } = await indebted();

  const first = await credit(tenant, account);
  const empty = await balancesOf(tenant, account);
  const second = await credit(tenant, account);

  const names = { account };
  expect(empty).toEqual([0, 0]);
  expect(await balancesOf(tenant, account)).toEqual([500, 500]);
  expect(await netBooks(tenant, first, names)).toMatchObject({ 'PLATFORM_RECEIVABLE USD': 1_000n });
  expect(await netBooks(tenant, second, names)).toMatchObject({ 'PLATFORM_RECEIVABLE USD': 500n, 'account:AVAILABLE USD': 500n });
  expect((await transaction(tenant, second)).status).toBe('COMPLETED');
});

test('a fee repays it, too', async () => {
  const { tenant, account } = await indebted();
  const { customerId, accountId } = await newPayer(tenant);
  const platformFeeOverride = { platformFixedFee: { amount: 2_000, currency: 'USD' }, platformVariableFeeBps: 0 };

  const { body } = await quote(tenant, accountId, await newBank(tenant, customerId), {
    lockedCurrencyAmount: 10_000,
    platformFeeOverride,
    immediatelyExecute: true,
  });

  expect([body.status, body.platformFeesIncluded]).toEqual(['COMPLETED', 2_000]);
  expect(await balancesOf(tenant, account)).toEqual([500, 500]);
});

test('a refund repays it, too, and the audits find nothing', async () => {
  const errors = loggedErrors();
  const tenant = await world.newPlatform();
  const account = await accountOf(tenant, undefined);
  await fund(tenant, account, 1_000);
  const { body: made } = await quote(tenant, account, await newBank(tenant, undefined, '005'));
  await execute(tenant, made.id);
  await collect(tenant, account, 600n);

  await tenant.advance(60);
  await world.settle();
  await world.running.audit();

  expect(await transaction(tenant, made.transactionId)).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } });
  expect(await balancesOf(tenant, account)).toEqual([400, 400]);
  expect(errors).toEqual([]);
});

test('concurrent credits repay it once', async () => {
  const { tenant, account } = await indebted();

  await Promise.all(Array.from({ length: 20 }, () => fund(tenant, account, 100)));

  expect(await balancesOf(tenant, account)).toEqual([500, 500]);
});

test('an amount that is used up by the debt changes no balance, and sends no event of it', async () => {
  const { tenant, account } = await indebted();

  const { status, body } = await tenant.rest('POST', `/sandbox/internal-accounts/${account}/fund`, { body: { amount: 1_000 } });

  expect([status, body.balance.amount]).toEqual([200, 0]);
  const events = (await world.bodies()).filter(
    ({ data, resource }) => resource === account || data.destination?.accountId === account,
  );
  expect(events.map(({ type, data }) => [type, data.direction])).toEqual([
    ['INCOMING_PAYMENT.COMPLETED', 'DEBIT'],
    ['INCOMING_PAYMENT.COMPLETED', 'CREDIT'],
  ]);
});

test('afterwards the books are consistent', async () => {
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});
