// Sets the fields that a platform's provider requires for a currency: of the platform's customers, and of the counterparty.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { PlatformCurrencyConfig, PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformMethod } from '../context.ts';
import { unknownPlatform } from '../steps/find-platform.ts';

export const setRequiredFields: PlatformMethod<typeof PlatformDirectoryService.method.setRequiredFields> = async (
  { currencyCode, customerFields, counterpartyFields },
  { caller, clock, store },
) => {
  const required: Partial<PlatformCurrencyConfig> = {
    providerRequiredCustomerFields: customerFields,
    providerRequiredCounterpartyCustomerFields: counterpartyFields,
  };
  await store.write(async (rows) => {
    const platform = await rows.platforms.lock(caller.platformId);
    if (!platform) throw unknownPlatform();
    const { supportedCurrencies: before } = platform.settings;
    const supportedCurrencies = before.map((one) => (one.currencyCode === currencyCode ? { ...one, ...required } : one));
    if (!before.some((one) => one.currencyCode === currencyCode)) {
      throw fail(ErrorCode.INVALID_CURRENCY, `The currency ${currencyCode} is not enabled for this platform.`);
    }
    const settings = { ...platform.settings, supportedCurrencies };
    await rows.platforms.save({ ...platform, settings, version: platform.version + 1, updatedAt: clock.now() });
  });
  return {};
};
