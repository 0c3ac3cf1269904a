// ListStablecoinCurrencies: the stablecoins that are currencies of the platform.
import type { StablecoinCurrencyService } from '../../../gen/payments/platform/v1/stablecoin_currency_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { ownPlatform } from '../steps/find-platform.ts';

export const listStablecoinCurrencies: PlatformMethod<typeof StablecoinCurrencyService.method.listStablecoinCurrencies> = async (
  _,
  context,
) => ({
  currencyCodes: [...(await ownPlatform(context)).tokens],
});
