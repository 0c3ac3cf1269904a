// The main job: fund, quote, execute; with the shown, announced and booked results.
import { expect, test } from 'vitest';
import { shownPayment, shownQuote } from './shown-payment.ts';
import {
  accountOf,
  balancesOf,
  execute,
  findings,
  newBank,
  newPayer,
  newSepaBank,
  quote,
  quoteBody,
  sharedTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await sharedTransfers();

test('a payment to a bank in another currency, from the quote to its delivery', async () => {
  const tenant = await world.newPlatform();
  const fixedFee = { amount: 75, currency: 'USD' };
  const fee = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 40, fixedFee };
  await tenant.rest('PATCH', '/config', { body: { feeConfigs: [fee] } });
  const { customerId, accountId } = await newPayer(tenant, { amount: 100_000 });
  const bank = await newSepaBank(tenant, customerId);
  const createdAt = world.wall.now().toISOString();

  const quoteRequest = quoteBody(accountId, bank, {
    lockedCurrencyAmount: 20_000,
    description: 'Invoice 7',
    destination: { destinationType: 'ACCOUNT', accountId: bank, paymentRail: 'SEPA', currency: 'EUR' },
  });
  const made = await tenant.rest('POST', '/quotes', { body: quoteRequest });
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

test('with the receiving side locked, exactly that amount arrives', async () => {
  const { customerId, accountId } = await newPayer(world);
  const bank = await newSepaBank(world, customerId);

  const { body } = await quote(world, accountId, bank, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 18_308 });

  expect([body.totalReceivingAmount, body.totalSendingAmount, body.feesIncluded]).toEqual([18_308, 20_000, 100]);
});

test('within one currency the rate is one and no fee is charged', async () => {
  const { customerId, accountId } = await newPayer(world);

  const { body } = await quote(world, accountId, await newBank(world, customerId));

  expect(body).toMatchObject({ totalSendingAmount: 1_000, totalReceivingAmount: 1_000, exchangeRate: 1, feesIncluded: 0 });
});

test('the platform fee of a returned payment is reversed', async () => {
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

test('a fee that could not be reversed is repaid from the next fees', async () => {
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

test('a quote with immediate execution is announced from its beginning', async () => {
  const { customerId, accountId } = await newPayer(world);

  const { status, body } = await quote(world, accountId, await newBank(world, customerId), { immediatelyExecute: true });

  expect([status, body.status]).toEqual([201, 'COMPLETED']);
  expect(await world.eventTypes(body.transactionId)).toEqual([
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.PROCESSING',
    'OUTGOING_PAYMENT.COMPLETED',
  ]);
});

test('a quote with immediate execution beyond the balance leaves nothing behind', async () => {
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
