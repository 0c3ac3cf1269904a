// The operator's service fees: per corridor, per rail, and per counterparty.
import { expect, test } from 'vitest';
import { PaymentRail } from '../../../gen/payments/common/v1/payment_pb.ts';
import { ServiceFeeService } from '../../../gen/payments/transfers/v1/service_fee_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { execute, findings, newBank, newPayer, newSepaBank, quote, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const toEuro = { sendingCurrency: 'USD', receivingCurrency: 'EUR' };
const toDollars = { sendingCurrency: 'USD', receivingCurrency: 'USD' };

async function prepared() {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant);
  return { tenant, fees: tenant.internal(ServiceFeeService), customerId, accountId };
}

async function listedBy(tenant: Tenant) {
  const { body } = await tenant.rest('GET', '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=10000');
  const rows = body.data as { destinationPaymentRail: string; receivingAmount: number; fees: object }[];
  return rows.map(({ destinationPaymentRail, receivingAmount, fees }) => [destinationPaymentRail, receivingAmount, fees]);
}

test('there are none by default, and they can be read and removed', async () => {
  const { fees } = await prepared();
  const none = await fees.listServiceFees({});
  await fees.setServiceFee({ ...toEuro, fixed: 25n, variableBps: 30 });
  await fees.setServiceFee({ ...toEuro, rail: PaymentRail.SEPA, fixed: 5n, counterpartyFixed: 7n });
  await fees.setServiceFee({ ...toEuro, rail: PaymentRail.SEPA, fixed: 6n, counterpartyFixed: 0n });

  const both = await fees.listServiceFees({});
  await fees.clearServiceFee(toEuro);

  expect(none.fees).toEqual([]);
  expect(both.fees).toMatchObject([
    { ...toEuro, fixed: 25n, variableBps: 30 },
    { ...toEuro, rail: PaymentRail.SEPA, fixed: 6n, variableBps: 0, counterpartyFixed: 0n },
  ]);
  expect((await fees.listServiceFees({})).fees).toMatchObject([{ rail: PaymentRail.SEPA }]);
  expect((await world.internal(ServiceFeeService).listServiceFees({})).fees).toEqual([]);
});

test('the fee of a rail takes precedence over that of its corridor, in the list and in quotes', async () => {
  const { tenant, fees, customerId, accountId } = await prepared();
  await fees.setServiceFee({ ...toEuro, fixed: 100n, variableBps: 100 });
  await fees.setServiceFee({ ...toEuro, rail: PaymentRail.SEPA, fixed: 10n });
  const bank = await newSepaBank(tenant, customerId);
  const quoted = async (paymentRail: string) => {
    const destination = { destinationType: 'ACCOUNT', accountId: bank, paymentRail };
    const { body } = await quote(tenant, accountId, bank, { destination, lockedCurrencyAmount: 10_000 });
    return [body.totalReceivingAmount, body.feesIncluded, body.rateDetails.serviceApiFixedFee];
  };

  expect(await listedBy(tenant)).toEqual([
    ['SEPA', 9_190, { fixed: 10, total: 10 }],
    ['SEPA_INSTANT', 9_016, { fixed: 100, total: 199 }],
  ]);
  expect(await quoted('SEPA')).toEqual([9_190, 10, 10]);
  expect(await quoted('SEPA_INSTANT')).toEqual([9_016, 199, 100]);
});

test("one currency can be charged too, with the counterparty's fee, and the books are consistent", async () => {
  const { tenant, fees, customerId, accountId } = await prepared();
  await fees.setServiceFee({ ...toDollars, fixed: 30n, variableBps: 10, counterpartyFixed: 20n });
  const bank = await newBank(tenant, customerId);

  const { body: made } = await quote(tenant, accountId, bank, { lockedCurrencyAmount: 10_030 });
  const { body: executed } = await execute(tenant, made.id);
  const { body: transfer } = await tenant.rest('POST', '/transfer-out', {
    body: { source: { accountId }, destination: { accountId: bank }, amount: 10_030 },
  });

  expect([made.totalReceivingAmount, made.feesIncluded, made.platformFeesIncluded]).toEqual([9_970, 60, 0]);
  expect(made.rateDetails).toMatchObject({
    counterpartyFixedFee: 20,
    serviceApiFixedFee: 30,
    serviceApiVariableFeeAmount: 10,
    serviceApiVariableFeeRate: 0.001,
  });
  expect(executed.status).toBe('COMPLETED');
  expect([transfer.status, transfer.receivedAmount.amount, transfer.fees]).toEqual(['COMPLETED', 9_970, 60]);
  expect(await findings(tenant)).toEqual([]);
});

test('a locked receiver gets the full amount, whatever the fee', async () => {
  const { tenant, fees, customerId, accountId } = await prepared();
  await fees.setServiceFee({ ...toEuro, fixed: 33n, variableBps: 77, counterpartyFixed: 11n });
  const more = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 5_000 };

  const { body } = await quote(tenant, accountId, await newSepaBank(tenant, customerId), more);
  const { body: less } = await quote(tenant, accountId, await newSepaBank(tenant, customerId), {
    lockedCurrencyAmount: body.totalSendingAmount - 1,
  });

  expect(body.totalReceivingAmount).toBe(5_000);
  expect(less.totalReceivingAmount).toBeLessThan(5_000);
});

test('a quote keeps its fee', async () => {
  const { tenant, fees, customerId, accountId } = await prepared();
  const { body: made } = await quote(tenant, accountId, await newSepaBank(tenant, customerId), { lockedCurrencyAmount: 10_000 });

  await fees.setServiceFee({ ...toEuro, fixed: 900n });

  const { body } = await execute(tenant, made.id);
  expect([body.status, body.feesIncluded]).toEqual(['COMPLETED', 50]);
});

test.each([
  [{ sendingCurrency: 'ZZZ', receivingCurrency: 'USD' }, 'ZZZ'],
  [{ ...toEuro, fixed: -1n }, 'fixed'],
  [{ ...toEuro, variableBps: 10_000 }, 'variableBps'],
])('a fee like %o is refused', async (fee, errors) => {
  const refused = world.internal(ServiceFeeService).setServiceFee(fee);

  await expect(refused).rejects.toSatisfy((error) => JSON.stringify(error).includes(errors) || String(error).includes(errors));
});
