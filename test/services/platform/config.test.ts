// The configuration of a platform, over REST.
import { expect, test } from 'vitest';
import { PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { upToAuth } from '../../kit/world-forms.ts';
import { eur, fee, patch, usd } from './config-bodies.ts';

const world = await sharedWorld(upToAuth);

test('a new sandbox platform has every currency, a wallet configuration, no webhook endpoint and no fees', async () => {
  const tenant = await world.newPlatform();

  const { status, body } = await tenant.rest('GET', '/config');

  const { supportedCurrencies, createdAt, updatedAt, ...rest } = body;
  expect(status).toBe(200);
  expect(supportedCurrencies).toHaveLength(42);
  expect(supportedCurrencies[0]).toEqual({
    currencyCode: 'USD',
    minAmount: 1,
    maxAmount: 1_000_000_000_000,
    requiredCounterpartyFields: [],
    enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
  });
  expect(createdAt).toBe(updatedAt);
  expect(rest).toEqual({
    id: `PlatformConfig:${tenant.id}`,
    isRegulatedFinancialInstitution: true,
    embeddedWalletConfig: {
      otpLength: 6,
      alphanumeric: false,
      expirationSeconds: 300,
      sendFromEmailSenderName: 'Notifications',
    },
    feeConfigs: [],
  });
});

test('creating a platform again changes nothing', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  await patch(tenant, { supportedCurrencies: [eur] });
  const { clientId, clientSecret } = tenant;

  await tenant.internal(PlatformDirectoryService).ensurePlatform({ clientId, clientSecret });

  const { body } = await tenant.rest('GET', '/config');
  expect(body.supportedCurrencies).toEqual([eur]);
  expect(body.isRegulatedFinancialInstitution).toBe(true);
});

test('absent fields stay, and present ones are stored and returned', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const before = (await tenant.rest('GET', '/config')).body;
  world.wall.advance(1_000);

  const changed = await patch(tenant, { supportedCurrencies: [usd, eur], webhookEndpoint: 'https://hooks.acme.example/in' });

  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({
    ...before,
    supportedCurrencies: [usd, eur],
    webhookEndpoint: 'https://hooks.acme.example/in',
    updatedAt: new Date(Date.parse(before.updatedAt) + 1_000).toISOString(),
  });
  expect((await tenant.rest('GET', '/config')).body).toEqual(changed.body);
});

test('the list of currencies is replaced as a whole, also by an empty one', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'EUR', 'BTC'] });

  const one = await patch(tenant, { supportedCurrencies: [eur] });
  const none = await patch(tenant, { supportedCurrencies: [] });

  expect(one.body.supportedCurrencies).toEqual([eur]);
  expect(none.body.supportedCurrencies).toEqual([]);
});

test('wallet and card texts are merged property by property, nested ones too', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });

  await patch(tenant, {
    embeddedWalletConfig: { appName: 'Acme', otpLength: 8 },
    cardTokenization2faConfig: { displayName: 'Acme', email: { subject: 'Code', fromName: 'Acme' }, sms: { bodyText: 'Hi' } },
  });
  const { body } = await patch(tenant, {
    embeddedWalletConfig: { alphanumeric: true },
    cardTokenization2faConfig: { email: { subject: 'Your code' } },
  });

  expect(body.embeddedWalletConfig).toEqual({
    appName: 'Acme',
    otpLength: 8,
    alphanumeric: true,
    expirationSeconds: 300,
    sendFromEmailSenderName: 'Notifications',
  });
  expect(body.cardTokenization2faConfig).toEqual({
    displayName: 'Acme',
    email: { subject: 'Your code', fromName: 'Acme' },
    sms: { bodyText: 'Hi' },
  });
});

test('a fee is set by its key, and removed if both parts are zero', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });

  const set = await patch(tenant, { feeConfigs: [fee(50, 25)] });
  const kept = await patch(tenant, { feeConfigs: [] });
  const changed = await patch(tenant, { feeConfigs: [fee(0, 30)] });
  const gone = await patch(tenant, { feeConfigs: [fee(0, 0)] });

  expect([set, kept, changed, gone].map(({ body }) => body.feeConfigs)).toEqual([[fee(50, 25)], [fee(50, 25)], [fee(0, 30)], []]);
});
