// The effects of an advanced clock: quotes expire, payouts end, money is returned, each at its own moment.
import { expect, test } from 'vitest';
import { newListener } from '../kit/listener.ts';
import { balancesOf, makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import type { Tenant } from '../kit/platform.ts';
import type { Receiver } from '../kit/receiver.ts';
import { sharedWorld } from '../kit/shared-world.ts';

const world = await sharedWorld();

interface Paying {
  readonly suffix?: string;
  readonly isExecuted?: boolean;
}

async function newPayment({ rest }: Tenant, { suffix = '911', isExecuted = true }: Paying = {}) {
  const payer = await makePayer(rest);
  const quote = await makeQuote(rest, {
    from: payer.accountId,
    to: await makePayee(rest, payer.customerId, suffix),
    amount: 20_000,
  });
  if (isExecuted) await rest('POST', `/quotes/${quote.id}/execute`);
  return { payer, quote };
}

/** The webhooks of a transaction: seconds since the start, and the type. */
function eventsOf({ received }: Receiver, id: string, start: Date): [number, string][] {
  return received
    .filter(({ body }) => body.data.id === id)
    .map(({ body }) => [(Date.parse(body.timestamp) - start.getTime()) / 1000, body.type.replace('OUTGOING_PAYMENT.', '')]);
}

test('a quote expires at its deadline, and its webhook has that time', async () => {
  const { tenant, receiver } = await newListener(world);
  const start = world.wall.now();
  const { quote } = await newPayment(tenant, { isExecuted: false });
  const { body: made } = await tenant.rest('GET', `/quotes/${quote.id}`);
  const lifeSeconds = (Date.parse(made.expiresAt) - start.getTime()) / 1000;

  await tenant.advance(lifeSeconds - 1);
  const open = (await tenant.rest('GET', `/quotes/${quote.id}`)).body.status;
  await tenant.advance(3600);

  const { body: transaction } = await tenant.rest('GET', `/transactions/${quote.transactionId}`);
  expect(open).toBe('PENDING');
  expect([transaction.status, transaction.updatedAt]).toEqual(['EXPIRED', made.expiresAt]);
  expect(eventsOf(receiver, quote.transactionId, start)).toEqual([
    [0, 'PENDING'],
    [lifeSeconds, 'EXPIRED'],
  ]);
});

test('a payout to an account that ends in 003 is COMPLETED after 360 seconds', async () => {
  const { tenant, receiver } = await newListener(world);
  const start = world.wall.now();
  const { quote } = await newPayment(tenant, { suffix: '003' });
  const statusNow = async () => (await tenant.rest('GET', `/transactions/${quote.transactionId}`)).body.status;

  await tenant.advance(359);
  const before = await statusNow();
  await tenant.advance(1);

  expect([before, await statusNow()]).toEqual(['PROCESSING', 'COMPLETED']);
  expect(eventsOf(receiver, quote.transactionId, start)).toEqual([
    [0, 'PENDING'],
    [0, 'PROCESSING'],
    [360, 'COMPLETED'],
  ]);
});

test('a payout to an account that ends in 005 is returned after 30 seconds, even if the clock advances by a day', async () => {
  const { tenant, receiver } = await newListener(world);
  const start = world.wall.now();
  const { payer, quote } = await newPayment(tenant, { suffix: '005' });
  const before = await balancesOf(tenant.rest, payer);

  await tenant.advance(86_400);

  const { body } = await tenant.rest('GET', `/transactions/${quote.transactionId}`);
  const at = new Date(start.getTime() + 30_000).toISOString();
  expect([body.status, body.failureReason, body.refund.status, body.refund.settledAt]).toEqual([
    'FAILED',
    'PAYOUT_RETURNED',
    'COMPLETED',
    at,
  ]);
  expect([before.available, (await balancesOf(tenant.rest, payer)).available]).toEqual([80_000, 100_000]);
  expect(eventsOf(receiver, quote.transactionId, start)).toEqual([
    [0, 'PENDING'],
    [0, 'PROCESSING'],
    [0, 'COMPLETED'],
    [30, 'FAILED'],
    [30, 'REFUND_PENDING'],
    [30, 'REFUND_COMPLETED'],
  ]);
});

test('work with different due times runs in their order within one advance', async () => {
  const { tenant, receiver } = await newListener(world);
  const start = world.wall.now();
  const slow = await newPayment(tenant, { suffix: '003' });
  await tenant.advance(100);
  const slower = await newPayment(tenant, { suffix: '003' });
  const back = await newPayment(tenant, { suffix: '005' });
  const idle = await newPayment(tenant, { isExecuted: false });

  await tenant.advance(10_000);

  const late = receiver.received.filter(({ body }) => Date.parse(body.timestamp) > start.getTime() + 100_000);
  const names = new Map([slow, slower, back, idle].map(({ quote }, index) => [quote.transactionId, index]));
  const order = late
    .filter(({ body }) => names.has(body.data.id))
    .map(({ body }) => `${names.get(body.data.id)} ${(Date.parse(body.timestamp) - start.getTime()) / 1000}`);
  expect([...new Set(order)]).toEqual(['2 130', '0 360', '3 400', '1 460']);
});

test("advancing one platform's clock does not affect another platform", async () => {
  const [moved, still] = [await world.newPlatform(), await world.newPlatform()];
  const payments = [await newPayment(moved, { suffix: '003' }), await newPayment(still, { suffix: '003' })] as const;

  await moved.advance(400);

  const statuses = await Promise.all(
    [moved, still].map(({ rest }, index) => rest('GET', `/transactions/${payments[index]?.quote.transactionId}`)),
  );
  expect(statuses.map(({ body }) => body.status)).toEqual(['COMPLETED', 'PROCESSING']);
});
