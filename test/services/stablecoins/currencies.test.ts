// ENABLED stablecoins as currencies: accounts, payments and wallets in them, of their platform only.
import { expect, test } from 'vitest';
import { InternalAccountService } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { PlatformService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { StablecoinServiceOperationsStatus } from '../../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { StablecoinReportService } from '../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { brokenInvariants } from '../../kit/books.ts';
import { fund, quoteBody } from '../../kit/payments.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { link, register, token } from './stablecoins-world.ts';

const world = await startWorld();
const { PENDING_APPROVAL, ENABLING, ENABLED, DISABLED } = StablecoinServiceOperationsStatus;
const currency = { code: 'HARBOR', name: 'HARBOR', symbol: 'HARBOR', decimals: 6 };

/** Registers a token with this symbol, has the operator decide, and lets accounts open. Returns its id. */
async function decided(tenant: Tenant, symbol: string, statuses = [PENDING_APPROVAL, ENABLING, ENABLED]): Promise<string> {
  await link(tenant);
  const { body } = await register(tenant, { ...token(), providerTokenIdentifier: symbol });
  for (const status of statuses) await decide(tenant, body.id, status);
  await world.settle();
  return body.id;
}

const decide = (tenant: Tenant, stablecoinId: string, status: StablecoinServiceOperationsStatus) =>
  tenant.internal(StablecoinReportService).setServiceOperationsStatus({ stablecoinId, status });

async function newCustomer({ rest }: Tenant, more: object = {}): Promise<string> {
  const { status, body } = await rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...more },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const accountsOf = async ({ rest }: Tenant, customerId: string, code = 'HARBOR') =>
  (await rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=${code}`)).body.data;

const codesIn = async ({ rest }: Tenant) =>
  (await rest('GET', '/config')).body.supportedCurrencies.map(({ currencyCode }: { currencyCode: string }) => currencyCode);

const walletBody = (customerId: string) => ({
  customerId,
  currency: 'HARBOR',
  accountInfo: { accountType: 'SPARK_WALLET', address: `spark1pgss${'q'.repeat(33)}` },
});

async function pay({ rest }: Tenant, path: { readonly from: string; readonly to: string; readonly amount: number }) {
  const quote = await rest('POST', '/quotes', { body: quoteBody(path) });
  expect(quote.status, JSON.stringify(quote.body)).toBe(201);
  const executed = await rest('POST', `/quotes/${quote.body.id}/execute`);
  await world.settle();
  return { executed, transaction: (await rest('GET', `/transactions/${quote.body.transactionId}`)).body };
}

test('customers hold it, pay each other and withdraw it, and its platform has an account too', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const early = await newCustomer(tenant);
  await decided(tenant, 'HARBOR');
  const payer = await newCustomer(tenant, { currencies: ['HARBOR'] });
  const [[from], [to]] = [await accountsOf(tenant, payer), await accountsOf(tenant, early)];

  await fund(tenant.rest, from.id, 5_000_000);
  const inside = await pay(tenant, { from: from.id, to: to.id, amount: 1_500_000 });
  const wallet = await tenant.rest('POST', '/customers/external-accounts', { body: walletBody(payer) });
  const outside = await pay(tenant, { from: from.id, to: wallet.body.id, amount: 2_000_000 });

  expect(await codesIn(tenant)).toEqual(['USD', 'HARBOR']);
  expect(from).toMatchObject({
    type: 'INTERNAL_CRYPTO',
    balance: { amount: 0, currency },
    fundingPaymentInstructions: [{ accountOrWalletInfo: { accountType: 'SPARK_WALLET', assetType: 'HARBOR' } }],
  });
  expect(inside.transaction).toMatchObject({ status: 'COMPLETED', receivedAmount: { amount: 1_500_000, currency } });
  expect(outside.transaction).toMatchObject({ status: 'COMPLETED', sentAmount: { amount: 2_000_000, currency } });
  expect((await accountsOf(tenant, payer))[0].balance.amount).toBe(1_500_000);
  expect((await accountsOf(tenant, early))[0].balance.amount).toBe(1_500_000);
  expect((await tenant.rest('GET', '/platform/internal-accounts?currency=HARBOR')).body.data.length).toBe(1);
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});

test('RPC shows it as REST does', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  await decided(tenant, 'HARBOR');
  const customerId = await newCustomer(tenant, { currencies: ['HARBOR'] });

  const { supportedCurrencies } = await tenant.client(PlatformService).getConfig({});
  const { data } = await tenant.client(InternalAccountService).listCustomerInternalAccounts({ customerId, currency: 'HARBOR' });

  expect(supportedCurrencies.map(({ currencyCode }) => currencyCode)).toEqual(['USD', 'HARBOR']);
  expect(data.map(({ balance }) => balance)).toMatchObject([{ amount: 0n, currency }]);
});

test('another platform does not have it', async () => {
  await decided(await world.newPlatform(), 'HARBOR');
  const other = await world.newPlatform({ currencies: ['USD'] });
  const customerId = await newCustomer(other);
  const [entry] = (await other.rest('GET', '/config')).body.supportedCurrencies;
  const supportedCurrencies = [entry, { ...entry, currencyCode: 'HARBOR' }];

  const answers = [
    await other.rest('PATCH', '/config', { body: { supportedCurrencies } }),
    await other.rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['HARBOR'] },
    }),
    await other.rest('POST', '/customers/external-accounts', { body: walletBody(customerId) }),
  ];

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [400, 'INVALID_CURRENCY']));
  expect(await accountsOf(other, customerId)).toEqual([]);
});

test('it is not converted', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  await decided(tenant, 'HARBOR');
  const customerId = await newCustomer(tenant);
  const [[harbor], [dollars]] = [await accountsOf(tenant, customerId), await accountsOf(tenant, customerId, 'USD')];
  await fund(tenant.rest, harbor.id, 5_000_000);

  const { status, body } = await tenant.rest('POST', '/quotes', { body: quoteBody({ from: harbor.id, to: dollars.id }) });

  expect([status, body.code]).toEqual([400, 'INVALID_CURRENCY']);
});

test('the platform sets its limits, removes it and adds it again, until it is DISABLED', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const id = await decided(tenant, 'HARBOR');
  const before = (await tenant.rest('GET', '/config')).body.supportedCurrencies;
  const change = (supportedCurrencies: object[]) => tenant.rest('PATCH', '/config', { body: { supportedCurrencies } });
  const limited = before.map((entry: object) => ({ ...entry, maxAmount: 1_000_000 }));

  for (const list of [before.slice(0, 1), limited]) expect((await change(list)).status).toBe(200);
  await decide(tenant, id, DISABLED);
  const disabled = await codesIn(tenant);
  const refused = await change(limited);
  await decide(tenant, id, ENABLED);

  expect(disabled).toEqual(['USD']);
  expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_CURRENCY']);
  expect(await codesIn(tenant)).toEqual(['USD', 'HARBOR']);
});

test('a DISABLED one keeps its accounts and balances, which cannot pay', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const id = await decided(tenant, 'HARBOR');
  const [payer, payee] = [await newCustomer(tenant), await newCustomer(tenant)];
  const [[from], [to]] = [await accountsOf(tenant, payer), await accountsOf(tenant, payee)];
  await fund(tenant.rest, from.id, 5_000_000);

  await decide(tenant, id, DISABLED);
  const refused = await tenant.rest('POST', '/quotes', { body: quoteBody({ from: from.id, to: to.id }) });
  const late = await newCustomer(tenant);

  expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_CURRENCY']);
  expect((await accountsOf(tenant, payer))[0].balance).toMatchObject({ amount: 5_000_000, currency });
  expect(await accountsOf(tenant, late)).toEqual([]);
});

test.each([
  ['USD', /the code of another/],
  ['BGN', /the code of another/],
  ['Harbor-1', /capital letters and digits/],
  ['HARBORS001', /PENDING_REVIEW, not PROVISIONED/],
])('the token %s is never ENABLED', async (symbol, reason) => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const id = await decided(tenant, symbol, [PENDING_APPROVAL, ENABLING]);

  await expect(decide(tenant, id, ENABLED)).rejects.toThrow(reason);
  expect(await codesIn(tenant)).toEqual(['USD']);
});
