// Two processes continue the same payment, and the ledger refuses one of them but not the other.
import { expect, test } from 'vitest';
import { type ExecuteQuoteResponse, QuoteService, QuoteStatus } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { TransferService } from '../../../gen/payments/transfers/v1/transfer_pb.ts';
import { brokenInvariants } from '../../kit/books.ts';
import { dieAt } from '../../kit/death.ts';
import { deathsIn } from './dying-process.ts';
import { change, most, pour, stuck } from './refused-books.ts';
import { pausingRemote, startSecond } from './second-process.ts';
import {
  balancesOf,
  execute,
  fund,
  newBank,
  newPayer,
  quote,
  startTransfers,
  steps,
  type TransfersWorld,
  transaction,
} from './transfers-world.ts';

const world: TransfersWorld = await startTransfers();
const { recover } = deathsIn(world);
const { remote, pauseAfter } = pausingRemote(world);
const slow = await startSecond(world, { remote });

const shown = ({ outcome }: ExecuteQuoteResponse) =>
  outcome.case === 'quote' ? outcome.value.status : expect.unreachable('It is no quote.');

test.each([undefined, 'hold booked', 'processing', 'concluded'])(
  'a refused hold does not count if another process could hold (and died at %s)',
  async (point) => {
    const { customerId, accountId } = await newPayer(world, { amount: 400 });
    const { body: made } = await quote(world, accountId, await newBank(world, customerId));
    const pause = pauseAfter('HOLD');
    const executed = slow.client(QuoteService, world).executeQuote({ quoteId: made.id });
    await pause.reached;
    await fund(world, accountId, 600);
    if (point) dieAt(point);
    await recover();

    pause.resume();
    await executed;
    await recover();

    expect((await transaction(world, made.transactionId)).status).toBe('COMPLETED');
    expect(await steps(world, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
    expect(await balancesOf(world, accountId)).toEqual([0, 0]);
    expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
  },
);

test('an execution refused for both processes leaves the quote open', async () => {
  const { customerId, accountId } = await newPayer(world, { amount: 400 });
  const { body: made } = await quote(world, accountId, await newBank(world, customerId));
  const pause = pauseAfter('HOLD');
  const late = slow.client(QuoteService, world).executeQuote({ quoteId: made.id });
  await pause.reached;
  await recover();
  await fund(world, accountId, 600);

  pause.resume();
  await expect(late).rejects.toMatchObject({ details: { reason: 'INSUFFICIENT_BALANCE' } });

  expect((await transaction(world, made.transactionId)).status).toBe('PENDING');
  expect((await execute(world, made.id)).body.status).toBe('COMPLETED');
  expect(await steps(world, made.transactionId)).toEqual(['HOLD_2', 'DISPATCH', 'SETTLE']);
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});

test.each(['dispatch booked', 'payout submitted'])(
  'a payment dispatched by another process is not stopped, though the account was frozen a moment before (%s)',
  async (point) => {
    const { customerId, accountId } = await newPayer(world, { amount: 1_000 });
    const { body: made } = await quote(world, accountId, await newBank(world, customerId));
    const held = pauseAfter('HOLD');
    const refused = pauseAfter('DISPATCH');
    const executed = slow.client(QuoteService, world).executeQuote({ quoteId: made.id });
    await held.reached;
    await change(world, accountId, 'FROZEN');
    held.resume();
    await refused.reached;
    await change(world, accountId, 'LIFTED');
    dieAt(point);
    await recover();

    refused.resume();

    expect(shown(await executed)).toBe(QuoteStatus.COMPLETED);
    await recover();
    expect((await transaction(world, made.transactionId)).status).toBe('COMPLETED');
    expect(await steps(world, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
    expect(await balancesOf(world, accountId)).toEqual([0, 0]);
    expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
  },
);

test('a payment settled by another process is not returned, though its receiver was full a moment before', async () => {
  const payer = await newPayer(world, { amount: 1_000 });
  const full = await newPayer(world, { amount: 0 });
  await pour(world, full.accountId, most - 999n);
  const { body: made } = await quote(world, payer.accountId, full.accountId);
  const refused = pauseAfter('SETTLE');
  const executed = slow.client(QuoteService, world).executeQuote({ quoteId: made.id });
  await refused.reached;
  await pour(world, full.accountId, -(most - 999n));
  dieAt('payout submitted');
  await recover();

  refused.resume();
  await executed;
  await recover();

  expect((await transaction(world, made.transactionId)).status).toBe('COMPLETED');
  expect(await steps(world, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(world, full.accountId)).toEqual([1_000, 1_000]);
  expect(await stuck(world.databaseUrl)).toEqual([]);
});

test.each([
  ['frozen', async (id: string) => change(world, id, 'FROZEN'), async (id: string) => change(world, id, 'LIFTED')],
  ['full', async (id: string) => pour(world, id, most - 999n), async (id: string) => pour(world, id, 999n - most)],
])('a pull credited by another process is neither credited again nor returned, though its account was %s', async (...row) => {
  const [, close, open] = row;
  const { customerId, accountId } = await newPayer(world, { amount: 0 });
  const source = { accountId: await newBank(world, customerId) };
  const refused = pauseAfter('IN', () => close(accountId));
  const answer = slow.client(TransferService, world).createTransferIn({ source, destination: { accountId }, amount: 1_000n });
  await refused.reached;
  await open(accountId);
  dieAt('pull booked');
  await recover();

  refused.resume();
  await answer;
  await recover();

  const { data } = (await world.rest('GET', `/transactions?customerId=${customerId}`)).body;
  const [{ id, status }] = data;
  expect([data.length, status]).toEqual([1, 'COMPLETED']);
  expect(await steps(world, id)).toEqual(['IN']);
  expect(await balancesOf(world, accountId)).toEqual([1_000, 1_000]);
  expect(await stuck(world.databaseUrl)).toEqual([]);
});
