// Changes the given parts of the calling platform's configuration, completely or not at all.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import {
  type PlatformService,
  type UpdateConfigRequest,
  UpdateConfigRequestSchema,
} from '../../../gen/payments/platform/v1/platform_pb.ts';
import { currencyOf, isCurrencyCode } from '../../kit/core/currencies.ts';
import { isPublicHost } from '../../kit/messages/addresses.ts';
import { fail } from '../../kit/messages/fail.ts';
import { maskOf, narrowed } from '../../kit/messages/update-mask.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { openUrlProblem } from '../../kit/messages/web-address.ts';
import type { PlatformContext, PlatformMethod } from '../context.ts';
import { toConfig } from '../convert.ts';
import { applyChange, type Change, type ConfigChange, type Platform } from '../domain/platform.ts';
import { ownPlatform, unknownPlatform } from '../steps/find-platform.ts';
import { jobOf, openAccountsJob } from '../steps/open-accounts.ts';
import { claimUmaDomain } from '../steps/uma-names.ts';
import type { PlatformRows } from '../store/store.ts';

type UpdateConfig = PlatformMethod<typeof PlatformService.method.updateConfig>;

export const updateConfig: UpdateConfig = async (given, context) => {
  const { caller, clock, store } = context;
  const request = narrowed(UpdateConfigRequestSchema, given, maskOf(given.updateMask));
  await refuseClosedEndpoint(request.webhookEndpoint, context);
  refuseOpenLogo(request.embeddedWalletConfig?.logoUrl, context);
  refuseCurrencies(request, await ownPlatform(context));
  refuseFees(request);

  const change = toChange(request, given);
  const { umaDomain } = request;
  const proxyUmaSubdomain = umaDomain === undefined ? undefined : await claimUmaDomain(umaDomain, context);
  const { platform, addedCurrencies } = await store.write(async (rows) => {
    const before = await rows.platforms.lock(caller.platformId);
    if (!before) throw unknownPlatform();
    refuseCurrencies(request, before); // a stablecoin may have been disabled since
    const after = applyChange(before, change, clock.now());
    const platform = after.isDomainNew ? { ...after.platform, proxyUmaSubdomain } : after.platform;
    await rows.platforms.save(platform);
    await leaveJobs(rows, after, context);
    return { ...after, platform };
  });

  if (addedCurrencies.length) await context.runNow(openAccountsJob(platform, addedCurrencies, context));
  return toConfig(platform);
};

/** An empty list replaces the currencies if the body contains it. A caller without a mask sends none to keep them. */
function toChange(request: UpdateConfigRequest, { updateMask }: UpdateConfigRequest): ConfigChange {
  const isNamed = request.supportedCurrencies.length > 0 || maskOf(updateMask)?.includes('supported_currencies');
  return { ...request, supportedCurrencies: isNamed ? request.supportedCurrencies : undefined };
}

/** In production, events are sent only over TLS to public addresses. The address is checked again at every delivery. */
async function refuseClosedEndpoint(endpoint: string | undefined, { caller }: PlatformContext): Promise<void> {
  if (!endpoint || caller.environment === 'sandbox') return;
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== 'https:') throw badEndpoint('must be an absolute https:// URL');
  if (!(await isPublicHost(hostname))) throw badEndpoint('must be a host on the public internet');
}

function badEndpoint(message: string) {
  return invalidInput([{ field: 'webhookEndpoint', message }]);
}

function refuseOpenLogo(logoUrl: string | undefined, { caller }: PlatformContext): void {
  const message = logoUrl === undefined ? undefined : openUrlProblem(logoUrl, caller.environment);
  if (message !== undefined) throw invalidInput([{ field: 'embeddedWalletConfig.logoUrl', message }]);
}

function refuseCurrencies({ supportedCurrencies }: UpdateConfigRequest, { tokens }: Pick<Platform, 'tokens'>): void {
  const codes = supportedCurrencies.map(({ currencyCode }) => currencyCode).filter((code) => !tokens.includes(code));
  const unknown = codes.find((code) => !isCurrencyCode(code));
  if (unknown !== undefined) throw fail(ErrorCode.INVALID_CURRENCY, `There is no currency ${unknown}.`, { currency: unknown });
  const unserved = codes.find((code) => !currencyOf(code));
  if (unserved !== undefined) {
    throw fail(ErrorCode.NOT_IMPLEMENTED, `The currency ${unserved} is not supported.`, { currency: unserved });
  }
}

/** Fees are supported in USD only. */
function refuseFees({ feeConfigs }: UpdateConfigRequest): void {
  for (const { sourceCurrency, fixedFee } of feeConfigs) {
    if (sourceCurrency !== 'USD') throw fail(ErrorCode.NOT_IMPLEMENTED, 'Fees can be set for the source currency USD only.');
    if (fixedFee?.currency !== sourceCurrency) {
      throw fail(ErrorCode.NOT_IMPLEMENTED, 'The currency of fixedFee must be the source currency.');
    }
  }
}

async function leaveJobs(rows: PlatformRows, { platform, ...change }: Change, context: PlatformContext): Promise<void> {
  const { addedCurrencies, isEndpointNew } = change;
  if (addedCurrencies.length) await rows.jobs.add(openAccountsJob(platform, addedCurrencies, context));
  if (isEndpointNew) await rows.jobs.add({ ...jobOf(platform, context), kind: 'announce-endpoint', payload: {} });
}
