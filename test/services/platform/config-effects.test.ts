// Effects of a configuration change on other services and platforms. The other services only record their calls.
import { expect, test } from 'vitest';
import { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { CustomerDirectoryService } from '../../../gen/payments/customers/v1/customer_directory_pb.ts';
import { EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { auth } from '../../../services/auth/service.ts';
import { platform } from '../../../services/platform/service.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { eur, fee, fieldsOf, patch, usd } from './config-bodies.ts';

const world = await startWorld({ doors: [platform, auth] });

/** Calls to other services for a platform, by method. */
function callsOf(tenant: Tenant, method: { name: string }) {
  return world.absent.calls.filter((call) => call.method.name === method.name && call.caller.platformId === tenant.id);
}

test('a new currency has its accounts opened before the answer, a dropped one has no effect', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'GBP'] });
  world.absent.calls.length = 0;

  await patch(tenant, { supportedCurrencies: [usd, eur] });

  const requests = [AccountDirectoryService.method.openPlatformAccounts, CustomerDirectoryService.method.openMissingAccounts];
  expect(requests.map((method) => callsOf(tenant, method).map(({ request }) => request))).toMatchObject([
    [{ currencies: ['EUR'] }],
    [{ currencies: ['EUR'] }],
  ]);
});

test('accounts that cannot be opened immediately do not fail the change, and are opened later', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const { openPlatformAccounts } = AccountDirectoryService.method;
  world.absent.answer(openPlatformAccounts, () => Promise.reject(new Error('down')));

  const changed = await patch(tenant, { supportedCurrencies: [usd, eur] });
  world.absent.answer(openPlatformAccounts, () => ({ $typeName: 'google.protobuf.Empty' }));
  world.absent.calls.length = 0;
  world.wall.advance(60_000);
  await world.settle();

  expect(changed.status).toBe(200);
  expect(callsOf(tenant, openPlatformAccounts)).toHaveLength(1);
});

test('a new webhook endpoint is announced once, the same one or its removal not at all', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const { announceEndpoint } = EventService.method;

  await patch(tenant, { webhookEndpoint: 'http://127.0.0.1:4000/hook' });
  await patch(tenant, { webhookEndpoint: 'http://127.0.0.1:4000/hook' });
  const removed = await patch(tenant, { webhookEndpoint: '' });
  await world.settle();

  expect(removed.body).not.toHaveProperty('webhookEndpoint');
  expect(callsOf(tenant, announceEndpoint)).toHaveLength(1);
});

test('a UMA domain belongs to one platform, and equal first labels are distinguished', async () => {
  const [first, second, third] = [await world.newPlatform(), await world.newPlatform(), await world.newPlatform()];

  const one = await patch(first, { umaDomain: 'pay.acme.test' });
  const refused = await patch(second, { umaDomain: 'pay.acme.test' });
  const two = await patch(second, { umaDomain: 'pay.bravo.test' });
  const three = await patch(third, { umaDomain: 'pay.charlie.test' });
  const moved = await patch(first, { umaDomain: 'wallet.acme.test' });

  expect(one.body).toMatchObject({ umaDomain: 'pay.acme.test', proxyUmaSubdomain: 'pay' });
  expect([refused.status, refused.body.code, fieldsOf(refused)]).toEqual([400, 'INVALID_INPUT', ['umaDomain']]);
  expect(two.body.proxyUmaSubdomain).toBe('pay-2');
  expect(three.body.proxyUmaSubdomain).toBe('pay-3');
  expect(moved.body).toMatchObject({ umaDomain: 'wallet.acme.test', proxyUmaSubdomain: 'wallet' });
});

test('a UMA domain given up can be used by another platform an hour after it was claimed', async () => {
  const [first, second] = [await world.newPlatform(), await world.newPlatform()];
  await patch(first, { umaDomain: 'left.acme.test' });
  await patch(first, { umaDomain: 'kept.acme.test' });

  const tooSoon = await patch(second, { umaDomain: 'left.acme.test' });
  world.wall.advance(3_600_001);
  const inUse = await patch(second, { umaDomain: 'kept.acme.test' });
  const free = await patch(second, { umaDomain: 'left.acme.test' });

  expect([tooSoon.status, inUse.status, free.status]).toEqual([400, 400, 200]);
  expect(free.body).toMatchObject({ umaDomain: 'left.acme.test', proxyUmaSubdomain: 'left' });
});

test('concurrent changes run one after another, and none is lost', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const names = ['appName', 'sendFromEmailSenderName'];

  await Promise.all([
    patch(tenant, { feeConfigs: [fee(7)] }),
    patch(tenant, { webhookEndpoint: 'https://hooks.acme.example' }),
    ...names.map((name) => patch(tenant, { embeddedWalletConfig: { [name]: 'Acme' } })),
  ]);

  expect((await tenant.rest('GET', '/config')).body).toMatchObject({
    feeConfigs: [fee(7)],
    webhookEndpoint: 'https://hooks.acme.example',
    embeddedWalletConfig: { appName: 'Acme', sendFromEmailSenderName: 'Acme' },
  });
});

test('of concurrent claims of a domain one succeeds', async () => {
  const tenants = await Promise.all([1, 2, 3].map(() => world.newPlatform({ currencies: ['USD'] })));

  const answers = await Promise.all(tenants.map((tenant) => patch(tenant, { umaDomain: 'race.acme.test' })));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});
