// Internal payments: to another customer, between accounts of one owner, from the platform's account; and sandbox funding.
import { expect, test } from 'vitest';
import { eur } from './shown-payment.ts';
import {
  accountOf,
  balancesOf,
  execute,
  fund,
  newBank,
  newCustomer,
  newPayer,
  quote,
  sharedTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await sharedTransfers();

test('a payment to another internal customer gives the receiver a transaction of their own', async () => {
  const { accountId } = await newPayer(world);
  const receiver = await newCustomer(world);
  const destination = await accountOf(world, receiver, 'EUR');
  const { body: made } = await quote(world, accountId, destination, { lockedCurrencyAmount: 20_000 });

  await execute(world, made.id);

  const { body } = await world.rest('GET', `/transactions?customerId=${receiver}`);
  const [incoming] = body.data;
  expect(body.data).toEqual([
    expect.objectContaining({
      type: 'INCOMING',
      status: 'COMPLETED',
      direction: 'CREDIT',
      customerId: receiver,
      quoteId: made.id,
      source: { sourceType: 'ACCOUNT', accountId, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: destination, currency: 'EUR' },
      receivedAmount: { amount: 18_308, currency: eur },
    }),
  ]);
  expect(await world.eventTypes(incoming.id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
  expect(await balancesOf(world, destination)).toEqual([18_308, 18_308]);
  expect(await steps(world, incoming.id)).toEqual([]);
});

test('between accounts of one owner there is one transaction', async () => {
  const { customerId, accountId } = await newPayer(world);
  world.wall.advance(1);
  const { body: made } = await quote(world, accountId, await accountOf(world, customerId, 'EUR'));

  await execute(world, made.id);

  const { body } = await world.rest('GET', `/transactions?customerId=${customerId}`);
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['OUTGOING', 'INCOMING']); // the second one is the deposit
});

test("the platform pays from its own account, on its own or a customer's behalf", async () => {
  const source = await accountOf(world, undefined);
  await fund(world, source, 10_000);
  const customerId = await newCustomer(world);
  const own = await quote(world, source, await newBank(world, undefined));
  const behalf = { source: { sourceType: 'ACCOUNT', accountId: source, customerId } };
  const onBehalf = await quote(world, source, await newBank(world, customerId), behalf);

  const [first, second] = [
    await transaction(world, own.body.transactionId),
    await transaction(world, onBehalf.body.transactionId),
  ];

  expect([first.customerId, first.platformCustomerId]).toEqual([`Platform:${world.id}`, `Platform:${world.id}`]);
  expect([second.customerId, onBehalf.body.source.customerId]).toEqual([customerId, customerId]);
});

test('funding adds money as a completed deposit, each time again', async () => {
  const customerId = await newCustomer(world);
  const accountId = await accountOf(world, customerId);

  await fund(world, accountId, 500);
  world.wall.advance(1);
  const answer = await world.rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 1 } });

  expect([answer.status, answer.body.id, answer.body.balance.amount]).toEqual([200, accountId, 501]);
  const { body } = await world.rest('GET', `/transactions?customerId=${customerId}`);
  expect(body.data.map(({ receivedAmount }: { receivedAmount: { amount: number } }) => receivedAmount.amount)).toEqual([1, 500]);
  expect(body.data[0]).toMatchObject({
    type: 'INCOMING',
    status: 'COMPLETED',
    direction: 'CREDIT',
    source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
    destination: { destinationType: 'ACCOUNT', accountId, currency: 'USD' },
  });
  expect(await world.eventTypes(body.data[0].id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
});

test.each([
  [0, 'INVALID_AMOUNT', 400],
  [100_000_000_001, 'INVALID_AMOUNT', 400],
  [2 ** 53, 'INVALID_AMOUNT', 400],
  [1e300, 'INVALID_AMOUNT', 400],
  [1.5, 'INVALID_INPUT', 400],
])('funding refuses an amount of %i', async (amount, code, status) => {
  const accountId = await accountOf(world, await newCustomer(world));

  const answer = await world.rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount } });

  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('funding finds only accounts of its own platform', async () => {
  const other = await world.newPlatform();
  const foreign = await accountOf(other, await newCustomer(other));

  const answer = await world.rest('POST', `/sandbox/internal-accounts/${foreign}/fund`, { body: { amount: 1 } });

  expect([answer.status, answer.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
});
