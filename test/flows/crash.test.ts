// A process killed between any two commits of a payment: another process, or its own next start, completes the payment exactly once.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { brokenInvariants, leftToDo, makeDue, select, stepsOf } from '../kit/books.ts';
import { internalAt } from '../kit/internal-at.ts';
import { startProcess, type TestProcess } from '../kit/launch.ts';
import { notWithin } from '../kit/patience.ts';
import { balancesOf, eventually, makePayee, makePayer, makeQuote, quoteBody } from '../kit/payments.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import type { Rest } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

const DATABASE_URL = await flowDatabase();
const survivor = await startProcess({ env: { DATABASE_URL } });
const rest = restAt(survivor.origin);
const receiver = await startReceiver();
await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });

const paid = ['PENDING', 'PROCESSING', 'COMPLETED'];
const refunded = ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];

test.each([
  { point: 'execution begun', suffix: '911', steps: ['HOLD', 'DISPATCH', 'SETTLE'], eventTypes: paid, left: 80_000 },
  { point: 'hold booked', suffix: '911', steps: ['HOLD', 'DISPATCH', 'SETTLE'], eventTypes: paid, left: 80_000 },
  { point: 'processing', suffix: '911', steps: ['HOLD', 'DISPATCH', 'SETTLE'], eventTypes: paid, left: 80_000 },
  { point: 'dispatch booked', suffix: '911', steps: ['HOLD', 'DISPATCH', 'SETTLE'], eventTypes: paid, left: 80_000 },
  { point: 'payout submitted', suffix: '911', steps: ['HOLD', 'DISPATCH', 'SETTLE'], eventTypes: paid, left: 80_000 },
  { point: 'settle booked', suffix: '911', steps: ['HOLD', 'DISPATCH', 'SETTLE'], eventTypes: paid, left: 80_000 },
  { point: 'concluded', suffix: '911', steps: ['HOLD', 'DISPATCH', 'SETTLE'], eventTypes: paid, left: 80_000 },
  {
    point: 'reverse booked',
    suffix: '002',
    steps: ['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE'],
    eventTypes: refunded,
    left: 100_000,
  },
  {
    point: 'refund booked',
    suffix: '007',
    steps: ['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_FAIL'],
    eventTypes: ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED'],
    left: 80_000,
  },
  {
    point: 'refund booked',
    suffix: '006',
    steps: ['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE'],
    eventTypes: ['PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'],
    left: 100_000,
  },
])('killed at "$point", an execution is completed by another process', async ({ point, suffix, steps, eventTypes, left }) => {
  const payer = await makePayer(rest, 100_000);
  const payee = await makePayee(rest, payer.customerId, suffix);
  const quote = await makeQuote(rest, { from: payer.accountId, to: payee, amount: 20_000 });
  const headers = { 'idempotency-key': randomUUID() };
  const victim = await startProcess({ env: { DATABASE_URL, CRASH_AT: point } });

  await diesOf(victim, (door) => door('POST', `/quotes/${quote.id}/execute`, { headers }));
  await ended(DATABASE_URL);

  expect(await stepsOf(DATABASE_URL, quote.transactionId)).toEqual(steps);
  expect(eventTypesOf(receiver, quote.transactionId)).toEqual(eventTypes.map((name) => `OUTGOING_PAYMENT.${name}`));
  const retried = await rest('POST', `/quotes/${quote.id}/execute`, { headers });
  expect([retried.status, `${retried.body.status}`]).toEqual([200, eventTypes.findLast((name) => /^[CF]/.test(name))]);
  expect(await rest('POST', `/quotes/${quote.id}/execute`)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await stepsOf(DATABASE_URL, quote.transactionId)).toEqual(steps);
  expect(await balancesOf(rest, payer)).toEqual({ available: left, total: left });
});

test.each(['quote made', 'hold booked', 'concluded'])(
  'killed at "%s", a quote with immediate execution exists and is paid once',
  async (point) => {
    const payer = await makePayer(rest, 100_000);
    const payee = await makePayee(rest, payer.customerId);
    const body = { ...quoteBody({ from: payer.accountId, to: payee, amount: 20_000 }), immediatelyExecute: true };
    const headers = { 'idempotency-key': randomUUID() };
    const victim = await startProcess({ env: { DATABASE_URL, CRASH_AT: point } });

    await diesOf(victim, (door) => door('POST', '/quotes', { body, headers }));
    await ended(DATABASE_URL);

    const retried = await rest('POST', '/quotes', { body, headers });
    expect([retried.status, retried.body.status]).toEqual([201, 'COMPLETED']);
    const { body: list } = await rest('GET', `/transactions?customerId=${payer.customerId}&type=OUTGOING`);
    expect(list.data.map(({ quoteId }: { quoteId: string }) => quoteId)).toEqual([retried.body.id]);
    expect(eventTypesOf(receiver, retried.body.transactionId)).toEqual(paid.map((name) => `OUTGOING_PAYMENT.${name}`));
    expect(await balancesOf(rest, payer)).toEqual({ available: 80_000, total: 80_000 });
  },
);

test.each(['deposit seen', 'deposit booked', 'deposit shown'])('killed at "%s", a deposit is credited once', async (point) => {
  const payer = await makePayer(rest, 100);
  const victim = await startProcess({ env: { DATABASE_URL, CRASH_AT: point } });

  await diesOf(victim, (door) => door('POST', `/sandbox/internal-accounts/${payer.accountId}/fund`, { body: { amount: 900 } }));
  await ended(DATABASE_URL);

  expect(await balancesOf(rest, payer)).toEqual({ available: 1_000, total: 1_000 });
  const { body } = await rest('GET', `/transactions?customerId=${payer.customerId}`);
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED', 'COMPLETED']);
  for (const { id } of body.data) expect(eventTypesOf(receiver, id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
});

test('afterwards the books are consistent', async () => {
  expect(await brokenInvariants(DATABASE_URL)).toEqual([]);
});

test('a payment whose process dies at every step in turn, and again at each recovery, is paid and returned once', async () => {
  const url = await flowDatabase();
  const points = [
    'execution begun',
    'hold booked',
    'processing',
    'dispatch booked',
    'payout submitted',
    'settle booked',
    'concluded',
    'reverse booked',
    'refund booked',
  ];
  const env = { DATABASE_URL: url, SANDBOX_TIME_SCALE: '0.001' }; // the return occurs once it is due, not earlier
  const [first, ...later] = points;
  const begun = await startProcess({ env: { ...env, CRASH_AT: first ?? '' } });
  const door = restAt(begun.origin);
  const payer = await makePayer(door, 100_000);
  const payee = await makePayee(door, payer.customerId, '005');
  const quote = await makeQuote(door, { from: payer.accountId, to: payee, amount: 20_000 });

  await diesOf(begun, () => door('POST', `/quotes/${quote.id}/execute`));
  for (const point of later) {
    const next = await startProcess({ env: { ...env, CRASH_AT: point } }).catch(killedEarly);
    if (next) await diesOf(next, () => makeDue(url));
  }
  const last = await startProcess({ env });
  await makeDue(url);

  const at = restAt(last.origin);
  const { status, refund } = await eventually(
    async () => (await at('GET', `/transactions/${quote.transactionId}`)).body,
    (body) => body.refund?.status === 'COMPLETED',
  );
  expect([status, refund.status]).toEqual(['FAILED', 'COMPLETED']);
  expect(await stepsOf(url, quote.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
  expect(await balancesOf(at, payer)).toEqual({ available: 100_000, total: 100_000 });
  expect(await brokenInvariants(url)).toEqual([]);
  await last.end('SIGKILL');
});

test('killed at "step voided", a payment with a frozen account returns the money, even after the account is unfrozen', async () => {
  const url = await flowDatabase();
  const first = await startProcess({ env: { DATABASE_URL: url, CRASH_AT: 'processing' } });
  const door = restAt(first.origin);
  const payer = await makePayer(door, 100_000);
  const quote = await makeQuote(door, { from: payer.accountId, to: await makePayee(door, payer.customerId), amount: 20_000 });
  await diesOf(first, () => door('POST', `/quotes/${quote.id}/execute`));

  await select(url, `update transfers.job set due_at = now() + interval '1 hour'`); // not before the account is frozen
  const second = await startProcess({ env: { DATABASE_URL: url, CRASH_AT: 'step voided' } });
  await change(url, second, { accountId: payer.accountId, change: InternalAccountChange.FROZEN });
  await diesOf(second, () => makeDue(url));
  const third = await startProcess({ env: { DATABASE_URL: url } });
  await change(url, third, { accountId: payer.accountId, change: InternalAccountChange.LIFTED });
  await ended(url);

  expect(await stepsOf(url, quote.transactionId)).toEqual(['HOLD', 'RELEASE', 'REFUND_DONE']);
  expect(await balancesOf(restAt(third.origin), payer)).toEqual({ available: 100_000, total: 100_000 });
  expect(await brokenInvariants(url)).toEqual([]);
  await third.end('SIGKILL');
});

/** Work that was already due may kill a process before it is ready. */
function killedEarly(error: Error): undefined {
  expect(error.cause, error.message).toMatchObject({ signal: 'SIGKILL' });
}

/** The action makes the process kill itself; an answer would be a defect of the test. */
async function diesOf(victim: TestProcess, doing: (door: Rest) => Promise<unknown>): Promise<void> {
  const answer = await doing(restAt(victim.origin)).catch(() => undefined);
  const { signal } = await Promise.race([victim.ended, notWithin(`It did not die: ${JSON.stringify(answer)}`)]);
  expect(signal).toBe('SIGKILL');
}

/** The leases of dead processes have ended, and the live ones have completed the remaining work. */
async function ended(url: string): Promise<void> {
  await makeDue(url);
  await eventually(
    () => leftToDo(url),
    (left) => left === 0,
  );
}

/** Types of the webhooks of a resource in order; a redelivery counts once. */
function eventTypesOf({ received }: Receiver, resource: string): string[] {
  const bodies = received.map(({ body }) => body).filter(({ data }) => data.id === resource);
  return [...new Map(bodies.map(({ id, type }) => [id, type])).values()];
}

interface Change {
  readonly accountId: string;
  readonly change: InternalAccountChange;
}

async function change(url: string, { rpc }: TestProcess, request: Change): Promise<void> {
  const [row] = await select<{ platform_id: string }>(url, 'select platform_id from transfers.transaction limit 1');
  await internalAt(AccountDirectoryService, rpc, row?.platform_id ?? '').changeInternalAccountStatus(request);
}
