// SetStablecoinCurrency: a stablecoin of the platform becomes one of its currencies, or no longer is one. Accounts and balances remain.
import { create } from '@bufbuild/protobuf';
import { PlatformCurrencyConfigSchema } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { StablecoinCurrencyService } from '../../../gen/payments/platform/v1/stablecoin_currency_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { defaultCurrency } from '../domain/default-settings.ts';
import { withToken } from '../domain/platform.ts';
import { unknownPlatform } from '../steps/find-platform.ts';
import { openAccountsJob } from '../steps/open-accounts.ts';

type SetStablecoinCurrency = PlatformMethod<typeof StablecoinCurrencyService.method.setStablecoinCurrency>;

export const setStablecoinCurrency: SetStablecoinCurrency = async ({ currencyCode, isEnabled }, context) => {
  const { caller, clock, store } = context;
  const currency = create(PlatformCurrencyConfigSchema, defaultCurrency(currencyCode));
  const job = await store.write(async (rows) => {
    const before = await rows.platforms.lock(caller.platformId);
    if (!before) throw unknownPlatform();
    const after = withToken(before, { currency, isEnabled }, clock.now());
    if (after !== before) await rows.platforms.save(after);
    if (after === before || !isEnabled) return undefined;
    const opening = openAccountsJob(after, [currencyCode], context);
    await rows.jobs.add(opening);
    return opening;
  });
  if (job) await context.runNow(job);
  return {};
};
