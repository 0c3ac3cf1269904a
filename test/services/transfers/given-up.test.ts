// Payments with a permanent error of the rail: their job is given up after hours, visibly, and can be retried.
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { PayoutReportSchema, PayoutState, RailService } from '../../../gen/payments/rails/v1/rail_pb.ts';
import { failingMsMax, failuresMax } from '../../../services/kit/background/giving-up.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { deadLettersOf } from '../../../services/kit/service/common-services.ts';
import { expectErrors } from '../../kit/log.ts';
import { startBankRail } from './bank-rail-world.ts';
import { execute, quote, steps, transaction } from './transfers-world.ts';

expectErrors(
  'A job keeps failing and will be retried.',
  'A job was given up. Fix the cause, then retry the dead letter.',
  'Ledger invariant violated.',
);

const world = await startBankRail();

/** Sets the rail's answer from now on. */
function railSays(answer: ConnectError | PayoutState): void {
  for (const method of [RailService.method.submitPayout, RailService.method.getPayout]) {
    world.absent.answer(method, () => {
      if (answer instanceof ConnectError) throw answer;
      return create(PayoutReportSchema, { state: answer });
    });
  }
}

async function pass(ms: number): Promise<void> {
  for (let step = 0; step < failuresMax; step++) {
    world.wall.advance(ms / failuresMax);
    await world.settle();
  }
}

async function newStuckPayment(error: ConnectError) {
  const { tenant, dollars, bank } = await world.newPayer();
  const { body: made } = await quote(tenant, dollars, bank);
  railSays(error);
  await execute(tenant, made.id);
  return { tenant, id: String(made.transactionId), letters: tenant.internal(deadLettersOf('transfers')) };
}

/** As of now: dead letters are counted every minute. */
const gauge = async () => {
  world.wall.advance(60_000);
  await world.settle();
  const { payload } = await world.app.inject({ method: 'GET', url: '/metrics' });
  return payload.split('\n').filter((line) => /^payments_(dead_letters|audit_findings)\{service="transfers"\}/.test(line));
};

test('the job is given up after hours of unexpected errors, is visible to operators, and completes the payment when it is retried', async () => {
  const { tenant, id, letters } = await newStuckPayment(new ConnectError('the rail is broken', Code.Internal));
  await pass(failingMsMax * 1.5);

  const listed = await letters.listDeadLetters({ platformId: tenant.id });
  const about = {
    kind: 'carry-out',
    key: uuidIn(id),
    platformId: tenant.id,
    lastError: expect.stringContaining('[internal] the rail is broken'),
  };
  expect(listed).toMatchObject({ totalCount: 1n, deadLetters: [about] });
  const shown = await letters.getDeadLetter({ id: listed.deadLetters[0]?.id ?? '' });
  expect(shown).toMatchObject({ ...about, payload: { transactionId: uuidIn(id) } });
  await world.running.audit();
  expect(await gauge()).toEqual([
    'payments_audit_findings{service="transfers"} 1',
    'payments_dead_letters{service="transfers"} 1',
  ]);

  railSays(PayoutState.DELIVERED);
  const retries = [await letters.retryDeadLetters({ kind: 'carry-out' }), await letters.retryDeadLetters({ kind: 'carry-out' })];
  await world.settle();
  expect(retries.map(({ retried }) => retried)).toEqual([1n, 0n]);
  expect((await transaction(tenant, id)).status).toBe('COMPLETED');
  expect(await steps(tenant, id)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  await world.running.audit();
  expect(await gauge()).toEqual([
    'payments_audit_findings{service="transfers"} 0',
    'payments_dead_letters{service="transfers"} 0',
  ]);
});

test('while the rail is unreachable nothing is given up, and the payment ends when it is back', async () => {
  const { tenant, id, letters } = await newStuckPayment(new ConnectError('away', Code.Unavailable));
  await pass(failingMsMax * 5);

  expect(await letters.listDeadLetters({ platformId: tenant.id })).toMatchObject({ totalCount: 0n, deadLetters: [] });
  railSays(PayoutState.DELIVERED);
  await pass(600_000);
  expect((await transaction(tenant, id)).status).toBe('COMPLETED');
});

test('a platform cannot see dead letters', async () => {
  const { tenant, letters } = await newStuckPayment(new ConnectError('the rail is broken', Code.Internal));

  await expect(tenant.client(deadLettersOf('transfers')).listDeadLetters({})).rejects.toThrow('This operation is internal');
  await expect(letters.getDeadLetter({ id: crypto.randomUUID() })).rejects.toThrow('There is no dead letter');
});
