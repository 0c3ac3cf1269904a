// How other services read and change platforms.
import { expect, test } from 'vitest';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { FeeType, PlatformDirectoryService, PlatformService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { upToAuth } from '../../kit/world-forms.ts';

const world = await sharedWorld(upToAuth);

test('a service reads the platform that it acts for, or another one by its id', async () => {
  const [one, other] = [await world.newPlatform({ currencies: ['USD'] }), await world.newPlatform({ environment: 'production' })];
  const directory = one.internal(PlatformDirectoryService);

  const own = await directory.getPlatform({});
  const foreign = await directory.getPlatform({ platformId: other.id });

  expect(own).toMatchObject({ id: one.id, environment: 'sandbox', clockOffsetMs: 0n });
  expect(own.config?.supportedCurrencies.map(({ currencyCode, maxAmount }) => [currencyCode, maxAmount])).toEqual([
    ['USD', 1_000_000_000_000n],
  ]);
  expect(foreign).toMatchObject({ id: other.id, environment: 'production' });
});

test('a platform that does not exist is not found', async () => {
  const platformId = '01900000-0000-7000-8000-00000000dead';

  await expect(world.internal(PlatformDirectoryService).getPlatform({ platformId })).rejects.toMatchObject({
    code: ErrorCode.REFERENCE_NOT_FOUND,
  });
});

test('only services set whether a platform is regulated', async () => {
  const tenant = await world.newPlatform({ regulated: true });

  await tenant.internal(PlatformDirectoryService).setRegulated({ isRegulatedFinancialInstitution: false });
  const asPlatform = tenant.client(PlatformDirectoryService).setRegulated({ isRegulatedFinancialInstitution: true });

  await expect(asPlatform).rejects.toMatchObject({ code: ErrorCode.FORBIDDEN });
  expect((await tenant.rest('GET', '/config')).body.isRegulatedFinancialInstitution).toBe(false);
});

test('the configuration is available over RPC as over REST', async () => {
  const config = await world.client(PlatformService).updateConfig({ embeddedWalletConfig: { appName: 'Acme' } });

  expect(config.embeddedWalletConfig).toMatchObject({ appName: 'Acme', otpLength: 6 });
  expect(config.supportedCurrencies).toHaveLength(42); // a caller without a mask replaces no list by omitting it
});

test("fields outside an RPC's mask stay as they were, also within nested messages", async () => {
  const tenant = await world.newPlatform();
  const config = tenant.client(PlatformService);
  await config.updateConfig({ embeddedWalletConfig: { appName: 'Acme', otpLength: 7 } });

  const after = await config.updateConfig({
    umaDomain: 'pay.acme.example',
    webhookEndpoint: 'https://hooks.acme.example',
    supportedCurrencies: [{ currencyCode: 'USD', minAmount: 1n, maxAmount: 2n }],
    embeddedWalletConfig: { appName: 'Emca', otpLength: 8 },
    cardTokenization2faConfig: { displayName: 'Acme' },
    feeConfigs: [
      {
        feeType: FeeType.CROSS_CURRENCY_TRANSACTION,
        sourceCurrency: 'USD',
        variableFeeBps: 5,
        fixedFee: { amount: 1n, currency: 'USD' },
      },
    ],
    updateMask: { paths: ['embedded_wallet_config.app_name'] },
  });

  expect(after.embeddedWalletConfig).toMatchObject({ appName: 'Emca', otpLength: 7 });
  expect([after.umaDomain, after.webhookEndpoint, after.cardTokenization2faConfig]).toEqual([undefined, undefined, undefined]);
  expect([after.supportedCurrencies.length, after.feeConfigs]).toEqual([42, []]);
});

test('first credentials with the id of another secret are refused', async () => {
  const { clientId } = world;
  const again = world.internal(PlatformDirectoryService).ensurePlatform({ clientId, clientSecret: 'another' });

  await expect(again).rejects.toMatchObject({ code: ErrorCode.CONFLICT });
});
