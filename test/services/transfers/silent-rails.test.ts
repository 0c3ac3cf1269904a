// A rail that does not answer during a payment: the caller gets the payment in its current state, and its job continues it.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import {
  PayoutReportSchema,
  PayoutState,
  PullReportSchema,
  PullState,
  RailService,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import { fail } from '../../../services/kit/messages/fail.ts';
import { startBankRail } from './bank-rail-world.ts';
import { transfer } from './transfer-parties.ts';
import { balancesOf, execute, findings, quote, steps, transaction } from './transfers-world.ts';

const world = await startBankRail();

const methods = [RailService.method.submitPayout, RailService.method.startPull];

function fallSilent(): void {
  for (const method of methods) {
    world.absent.answer(method, () => {
      throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'A service that this request depends on is not available. Try again.');
    });
  }
}

async function answerAgain(): Promise<void> {
  world.absent.answer(RailService.method.submitPayout, () => create(PayoutReportSchema, { state: PayoutState.DELIVERED }));
  world.absent.answer(RailService.method.startPull, () => create(PullReportSchema, { state: PullState.COLLECTED }));
  world.wall.advance(60_000);
  await world.settle();
}

test('an execution returns the quote as PROCESSING, and a repeat under its key the same', async () => {
  const { tenant, dollars, bank } = await world.newPayer();
  const { body: made } = await quote(tenant, dollars, bank);
  fallSilent();

  const executed = await execute(tenant, made.id, { 'idempotency-key': 'one' });
  const again = await execute(tenant, made.id, { 'idempotency-key': 'one' });
  await answerAgain();

  expect([executed.status, executed.body.status]).toEqual([200, 'PROCESSING']);
  expect(again.body).toEqual(executed.body);
  expect((await transaction(tenant, made.transactionId)).status).toBe('COMPLETED');
  expect(await steps(tenant, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(tenant, dollars)).toEqual([99_000, 99_000]);
  expect(await findings(tenant)).toEqual([]);
});

test.each([
  ['a quote with immediate execution', 'PROCESSING', (from: string, to: string) => ['/quotes', quoteAtOnce(from, to)] as const],
  ['a transfer out', 'PENDING', (from: string, to: string) => ['/transfer-out', between(from, to)] as const],
  ['a transfer in', 'PENDING', (from: string, to: string) => ['/transfer-in', between(to, from)] as const],
])('%s is returned as created', async (_, status, requestOf) => {
  const { tenant, dollars, bank } = await world.newPayer();
  const [path, body] = requestOf(dollars, bank);
  fallSilent();

  const answer = await tenant.rest('POST', path, { body });
  await answerAgain();

  expect([answer.status, answer.body.status]).toEqual([201, status]);
  expect((await transaction(tenant, answer.body.transactionId ?? answer.body.id)).status).toBe('COMPLETED');
  expect(await findings(tenant)).toEqual([]);
});

test('refusals before the hold are as usual', async () => {
  const { tenant, dollars, bank } = await world.newPayer();
  fallSilent();

  const { status, body } = await transfer(tenant, 'out', { from: dollars, to: bank, amount: 100_001 });

  expect([status, body.code, body.details.reason]).toEqual([400, 'INVALID_AMOUNT', 'INSUFFICIENT_BALANCE']);
  expect((await tenant.rest('GET', '/transactions?type=OUTGOING')).body.totalCount).toBe(1);
});

const between = (from: string, to: string) => ({ source: { accountId: from }, destination: { accountId: to }, amount: 1_000 });

function quoteAtOnce(from: string, to: string) {
  return {
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
    immediatelyExecute: true,
  };
}
