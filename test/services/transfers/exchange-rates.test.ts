// The list of exchange rates: what a quote would yield, with this platform's fees.
import { expect, test } from 'vitest';
import { startTransfers } from './transfers-world.ts';

const world = await startTransfers();
const usd = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 };
const eur = { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 };

test('a row for each rail, with all fees included', async () => {
  const tenant = await world.newPlatform();
  const fixedFee = { amount: 75, currency: 'USD' };
  const fee = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 40, fixedFee };
  await tenant.rest('PATCH', '/config', { body: { feeConfigs: [fee] } });
  world.wall.advance(301_000);

  const { status, body } = await tenant.rest(
    'GET',
    '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=20000',
  );

  const row = {
    sourceCurrency: usd,
    sendingAmount: 20_000,
    minSendingAmount: 1,
    maxSendingAmount: 1_000_000_000_000,
    destinationCurrency: eur,
    receivingAmount: 18_165,
    exchangeRate: 1.10101844206,
    fees: { fixed: 75, total: 255 },
    updatedAt: '2026-01-01T00:05:00.000Z',
  };
  expect(status).toBe(200);
  expect(body.data).toEqual([
    { ...row, destinationPaymentRail: 'SEPA' },
    { ...row, destinationPaymentRail: 'SEPA_INSTANT' },
  ]);
});

test('zero yields zero, at the rate without fees', async () => {
  const { body } = await world.rest('GET', '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=0');

  expect(body.data[0]).toMatchObject({ receivingAmount: 0, exchangeRate: 1.08695652174, fees: { fixed: 0, total: 0 } });
});

test('an amount whose result exceeds the maximum is a field error', async () => {
  const of = (sendingAmount: number, destination: string) =>
    world.rest('GET', `/exchange-rates?sourceCurrency=USD&destinationCurrency=${destination}&sendingAmount=${sendingAmount}`);

  const { status, body } = await of(Number.MAX_SAFE_INTEGER, 'UGX');
  const small = await of(1_000_000_000_000, 'UGX');

  expect([status, body.code, body.details.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    'INVALID_INPUT',
    ['sendingAmount'],
  ]);
  expect(small.body.data[0].receivingAmount).toBeGreaterThan(0);
});

test('several destinations, as repeated keys or as a list, in order', async () => {
  const repeated = await world.rest('GET', '/exchange-rates?sourceCurrency=USD&destinationCurrency=MXN&destinationCurrency=BRL');
  const listed = await world.rest('GET', '/exchange-rates?sourceCurrency=USD&destinationCurrency=MXN,BRL');

  const codes = repeated.body.data.map((row: { destinationCurrency: { code: string } }) => row.destinationCurrency.code);
  expect(codes).toEqual(['BRL', 'MXN']);
  expect(listed.body).toEqual(repeated.body);
  expect(repeated.body.data[0].sendingAmount).toBe(10_000);
});

test('without filters every corridor of the platform is listed', async () => {
  const currencies = ['USD', 'EUR', 'GBP'];
  const tenant = await world.newPlatform({ currencies });

  const { body } = await tenant.rest('GET', '/exchange-rates');

  const corridor = (row: {
    sourceCurrency: { code: string };
    destinationCurrency: { code: string };
    destinationPaymentRail: string;
  }) => `${row.sourceCurrency.code} ${row.destinationCurrency.code} ${row.destinationPaymentRail}`;
  const rows: string[] = body.data.map(corridor);
  expect(rows).toHaveLength(3 * (2 + 1 + 4));
  expect(rows).toEqual(rows.toSorted());
});

test.each(['sourceCurrency=XYZ', 'sourceCurrency=usd', 'destinationCurrency=QQQ'])('%s is no currency', async (query) => {
  const { status, body } = await world.rest('GET', `/exchange-rates?${query}`);

  expect([status, body.code]).toEqual([400, 'INVALID_CURRENCY']);
});

test.each(['sourceCurrency=CHF', 'destinationCurrency=CHF', 'sourceCurrency=USD&destinationCurrency=ARS'])(
  '%s is known, but has no corridor',
  async (query) => {
    const { status, body } = await world.rest('GET', `/exchange-rates?${query}`);

    expect([status, body]).toEqual([200, { data: [] }]);
  },
);

test('a negative amount is refused', async () => {
  const { status, body } = await world.rest('GET', '/exchange-rates?sendingAmount=-1');

  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
});
