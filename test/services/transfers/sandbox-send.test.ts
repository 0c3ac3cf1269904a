// POST /sandbox/send: which quotes it pays, each of them once.
import { expect, test } from 'vitest';
import { QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { brokenInvariants } from '../../kit/books.ts';
import type { Tenant } from '../../kit/platform.ts';
import { outgoing } from './event-types.ts';
import { realtime, send } from './pushes-world.ts';
import { startSecond } from './second-process.ts';
import { newBank, newCustomer, newPayer, quote, startTransfers, steps } from './transfers-world.ts';

const world = await startTransfers();
const second = await startSecond(world);

const refused = [400, 'INVALID_INPUT'];

async function pullable(tenant: Tenant, suffix: string) {
  const customerId = await newCustomer(tenant);
  const { body } = await quote(tenant, await newBank(tenant, customerId, suffix), await newBank(tenant, customerId));
  return body;
}

test.each([
  ['999', 'COMPLETED', undefined, ['FUND', 'DISPATCH', 'SETTLE']],
  ['002', 'FAILED', 'QUOTE_EXECUTION_FAILED', []],
  ['005', 'PROCESSING', undefined, []],
])('a quote from a pullable account ends as its pull (%s)', async (suffix, status, failureReason, booked) => {
  const made = await pullable(world, suffix);

  const answer = await send(world, made.id);

  expect([answer.status, answer.body.id, answer.body.status]).toEqual([200, made.transactionId, status]);
  expect(answer.body.failureReason).toBe(failureReason);
  const ends = status === 'PROCESSING' ? [] : [status];
  expect(await world.eventTypes(made.transactionId)).toEqual(outgoing(['PENDING', 'PROCESSING', ...ends]));
  expect(await steps(world, made.transactionId)).toEqual(booked);
});

test('another amount than that of the pull fails the quote and is returned', async () => {
  const made = await pullable(world, '999');

  const { status, body } = await send(world, made.id, { currencyAmount: 999 });

  expect([status, body.status, body.failureReason]).toEqual([200, 'FAILED', 'FUNDING_AMOUNT_MISMATCH']);
  expect(body.refund.status).toBe('COMPLETED');
  expect(await steps(world, made.transactionId)).toEqual(['FUND', 'RELEASE', 'REFUND_DONE']);
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});

test('a paid, expired or prefunded quote is refused', async () => {
  const { customerId, accountId } = await newPayer(world);
  const bank = await newBank(world, customerId);
  const { body: prefunded } = await quote(world, accountId, bank);
  const { body: paid } = await realtime(world, { customerId, to: bank });
  const pulled = await pullable(world, '999');
  for (const { id } of [paid, pulled]) await send(world, id);
  const late = [(await realtime(world, { customerId, to: bank })).body, await pullable(world, '999')];
  world.wall.advance(900_000);

  const answers = await Promise.all([prefunded, paid, pulled, ...late].map(({ id }) => send(world, id)));

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => refused));
});

test('a concurrent payment and execution of one quote move its money once', async () => {
  const made = await pullable(world, '999');

  const [sent, executed] = await Promise.allSettled([
    send(world, made.id),
    second.client(QuoteService, world).executeQuote({ quoteId: made.id }),
  ]);

  const isSent = sent.status === 'fulfilled' && sent.value.status === 200;
  expect(isSent).toBe(executed.status === 'rejected');
  expect(await steps(world, made.transactionId)).toEqual(['FUND', 'DISPATCH', 'SETTLE']);
});
