// What `PATCH /config` refuses, and what it ignores.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { upToAuth } from '../../kit/world-forms.ts';
import { eur, fee, fieldsOf, patch, usd } from './config-bodies.ts';

const world = await sharedWorld(upToAuth);

test('a label of a UMA domain has at most 63 characters', async () => {
  const domainWith = (length: number) => patch(world, { umaDomain: `${'a'.repeat(length)}.test` });

  expect([(await domainWith(63)).status, fieldsOf(await domainWith(64))]).toEqual([200, ['umaDomain']]);
});

test('every problem of a body is reported together, and none of it applies', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const before = (await tenant.rest('GET', '/config')).body;

  const answer = await patch(tenant, {
    umaDomain: 'Not A Domain',
    webhookEndpoint: 'nowhere',
    supportedCurrencies: [usd, { ...usd }, { ...eur, minAmount: 5, maxAmount: 4 }, { currencyCode: 'GBP' }],
    embeddedWalletConfig: { otpLength: 13, expirationSeconds: 0 },
    cardTokenization2faConfig: { logoUrl: 'http://acme.example/logo.png' },
    feeConfigs: [fee(1), fee(2), { ...fee(10_001), sourceCurrency: 'EUR' }, { ...fee(-1, -1), sourceCurrency: 'GBP' }],
  });

  expect(answer.body.code).toBe('INVALID_INPUT');
  expect(new Set(fieldsOf(answer))).toEqual(
    new Set([
      'umaDomain',
      'webhookEndpoint',
      'supportedCurrencies.1.currencyCode',
      'supportedCurrencies.2.minAmount',
      'supportedCurrencies.3.minAmount',
      'supportedCurrencies.3.maxAmount',
      'supportedCurrencies.3.requiredCounterpartyFields',
      'supportedCurrencies.3.enabledTransactionTypes',
      'embeddedWalletConfig.otpLength',
      'embeddedWalletConfig.expirationSeconds',
      'cardTokenization2faConfig.logoUrl',
      'feeConfigs.1',
      'feeConfigs.2.variableFeeBps',
      'feeConfigs.3.variableFeeBps',
      'feeConfigs.3.fixedFee.amount',
    ]),
  );
  expect((await tenant.rest('GET', '/config')).body).toEqual(before);
});

test.each(['umaDomain', 'webhookEndpoint', 'supportedCurrencies', 'embeddedWalletConfig', 'feeConfigs'])(
  'null is invalid for %s',
  async (name) => {
    const answer = await patch(world, { [name]: null });

    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([name]);
  },
);

test.each([
  ['a currency that nobody knows', { supportedCurrencies: [{ ...usd, currencyCode: 'ZZZ' }] }, 400, 'INVALID_CURRENCY'],
  ['a currency that is not served here', { supportedCurrencies: [usd, { ...usd, currencyCode: 'JPY' }] }, 501, 'NOT_IMPLEMENTED'],
  ['a fee in another currency', { feeConfigs: [{ ...fee(10), sourceCurrency: 'EUR' }] }, 501, 'NOT_IMPLEMENTED'],
  [
    'a fixed fee in another currency',
    { feeConfigs: [{ ...fee(10), fixedFee: { amount: 1, currency: 'EUR' } }] },
    501,
    'NOT_IMPLEMENTED',
  ],
])('%s is refused', async (_, body, status, code) => {
  const answer = await patch(world, body);

  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test("a body's operator settings are ignored", async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const before = (await tenant.rest('GET', '/config')).body;

  const { body } = await patch(tenant, {
    id: 'PlatformConfig:other',
    proxyUmaSubdomain: 'mine',
    isRegulatedFinancialInstitution: false,
    createdAt: '2020-01-01T00:00:00Z',
    supportedCurrencies: [{ ...usd, providerRequiredCustomerFields: ['TAX_ID'] }],
    somethingElse: 1,
  });

  expect(body).toEqual({ ...before, supportedCurrencies: [usd] });
});
