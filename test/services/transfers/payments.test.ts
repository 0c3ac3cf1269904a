// The main job: fund, quote, execute; what is shown, told and booked on the way.
import { expect, test } from 'vitest';
import { eur, shownPayment, shownQuote } from './shown-payment.ts';
import {
  accountOf,
  balancesOf,
  execute,
  findings,
  fund,
  newBank,
  newCustomer,
  newPayer,
  newSepaBank,
  quote,
  quoteBody,
  startTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await startTransfers();

test('a payment to a bank in another currency, from the quote to its delivery', async () => {
  const tenant = await world.newPlatform();
  const fixedFee = { amount: 75, currency: 'USD' };
  const fee = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 40, fixedFee };
  await tenant.rest('PATCH', '/config', { body: { feeConfigs: [fee] } });
  const { customerId, accountId } = await newPayer(tenant, { amount: 100_000 });
  const bank = await newSepaBank(tenant, customerId);
  const createdAt = world.wall.now().toISOString();

  const asked = quoteBody(accountId, bank, {
    lockedCurrencyAmount: 20_000,
    description: 'Invoice 7',
    destination: { destinationType: 'ACCOUNT', accountId: bank, paymentRail: 'SEPA', currency: 'EUR' },
  });
  const made = await tenant.rest('POST', '/quotes', { body: asked });
  world.wall.advance(1_000);
  const executed = await execute(tenant, made.body.id);

  const { id, transactionId } = made.body;
  const shown = shownQuote({ accountId, bank, createdAt });
  expect([made.status, made.body]).toEqual([201, { ...shown, status: 'PENDING' }]);
  expect([executed.status, executed.body]).toEqual([200, { ...shown, status: 'COMPLETED' }]);

  const settledAt = world.wall.now().toISOString();
  const body = shownPayment({ accountId, bank, createdAt, customerId, settledAt, transactionId, quoteId: id });
  expect(await transaction(tenant, transactionId)).toEqual(body);

  const events = (await world.bodies()).filter(({ resource }) => resource === transactionId);
  const { settledAt: _, ...unsettled } = body;
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['OUTGOING_PAYMENT.PENDING', { ...unsettled, status: 'PENDING', updatedAt: createdAt }],
    ['OUTGOING_PAYMENT.PROCESSING', { ...unsettled, status: 'PROCESSING' }],
    ['OUTGOING_PAYMENT.COMPLETED', body],
  ]);
  expect(await steps(tenant, transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(tenant, accountId)).toEqual([80_000, 80_000]);
  expect(await balancesOf(tenant, await accountOf(tenant, undefined))).toEqual([155, 155]);
  expect(await findings(tenant)).toEqual([]);
});

test('with the receiving side locked, exactly that arrives', async () => {
  const { customerId, accountId } = await newPayer(world);
  const bank = await newSepaBank(world, customerId);

  const { body } = await quote(world, accountId, bank, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 18_308 });

  expect([body.totalReceivingAmount, body.totalSendingAmount, body.feesIncluded]).toEqual([18_308, 20_000, 100]);
});

test('in one currency the rate is one and nothing is taken', async () => {
  const { customerId, accountId } = await newPayer(world);

  const { body } = await quote(world, accountId, await newBank(world, customerId));

  expect(body).toMatchObject({ totalSendingAmount: 1_000, totalReceivingAmount: 1_000, exchangeRate: 1, feesIncluded: 0 });
});

test('a platform fee on a payment that is returned is taken back', async () => {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant);
  const override = { platformFixedFee: { amount: 200, currency: 'USD' }, platformVariableFeeBps: 0 };
  const { body: made } = await quote(tenant, accountId, await newBank(tenant, customerId, '005'), {
    platformFeeOverride: override,
  });
  await execute(tenant, made.id);
  const fees = await accountOf(tenant, undefined);
  expect(await balancesOf(tenant, fees)).toEqual([200, 200]);

  world.wall.advance(30_000);
  await world.settle();

  expect(await balancesOf(tenant, fees)).toEqual([0, 0]);
  expect(await balancesOf(tenant, accountId)).toEqual([100_000, 100_000]);
  expect(await findings(tenant)).toEqual([]);
});

test('a fee that could not be taken back is repaid from the next fees', async () => {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant);
  const fees = await accountOf(tenant, undefined);
  const override = (amount: number) => ({
    platformFeeOverride: { platformFixedFee: { amount, currency: 'USD' }, platformVariableFeeBps: 0 },
    immediatelyExecute: true,
  });
  await quote(tenant, accountId, await newBank(tenant, customerId, '005'), override(200));
  await quote(tenant, fees, await newBank(tenant, undefined), { lockedCurrencyAmount: 150, immediatelyExecute: true });
  world.wall.advance(30_000);
  await world.settle();
  expect(await balancesOf(tenant, fees)).toEqual([0, 0]);

  await quote(tenant, accountId, await newBank(tenant, customerId), override(210));

  expect(await balancesOf(tenant, fees)).toEqual([60, 60]);
  expect(await findings(tenant)).toEqual([]);
});

test('a payment to another customer inside gives the receiver a transaction of their own', async () => {
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
  expect(await world.told(incoming.id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
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

test('the platform pays from its own account, for itself or for a customer', async () => {
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

test('a quote that is executed at once is told of from its beginning', async () => {
  const { customerId, accountId } = await newPayer(world);

  const { status, body } = await quote(world, accountId, await newBank(world, customerId), { immediatelyExecute: true });

  expect([status, body.status]).toEqual([201, 'COMPLETED']);
  expect(await world.told(body.transactionId)).toEqual([
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.PROCESSING',
    'OUTGOING_PAYMENT.COMPLETED',
  ]);
});

test('a quote that cannot be paid at once leaves nothing behind', async () => {
  const { customerId, accountId } = await newPayer(world, { amount: 999 });

  const { status, body } = await quote(world, accountId, await newBank(world, customerId), { immediatelyExecute: true });

  expect([status, body.code]).toEqual([400, 'INVALID_AMOUNT']);
  expect(body.details).toEqual({ reason: 'INSUFFICIENT_BALANCE', available: 999, required: 1_000, currency: 'USD' });
  const list = await world.rest('GET', `/transactions?customerId=${customerId}`);
  expect([list.body.totalCount, list.body.data.length]).toEqual([1, 1]); // the deposit
  world.wall.advance(60_000);
  await world.settle();
  expect(await balancesOf(world, accountId)).toEqual([999, 999]);
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
  expect(await world.told(body.data[0].id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
});

test.each([
  [0, 'INVALID_AMOUNT', 400],
  [100_000_000_001, 'INVALID_AMOUNT', 400],
])('funding refuses an amount of %i', async (amount, code, status) => {
  const accountId = await accountOf(world, await newCustomer(world));

  const answer = await world.rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount } });

  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('funding knows the accounts of its own platform only', async () => {
  const other = await world.newPlatform();
  const foreign = await accountOf(other, await newCustomer(other));

  const answer = await world.rest('POST', `/sandbox/internal-accounts/${foreign}/fund`, { body: { amount: 1 } });

  expect([answer.status, answer.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
});
