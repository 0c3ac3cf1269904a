// ListUmaProviders: a page of institutions whose customers have UMA addresses.
import { type UmaProviderService, UmaProviderSortOrder } from '../../../gen/payments/platform/v1/uma_provider_pb.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import { defaultSandboxUmaHost } from '../../kit/process/config.ts';
import type { PlatformMethod } from '../context.ts';
import { toUmaProvider } from '../convert-uma-provider.ts';
import { providersBy, providersIn } from '../domain/uma-providers.ts';

export const listUmaProviders: PlatformMethod<typeof UmaProviderService.method.listUmaProviders> = async (request, context) => {
  const { countryCode: region, currencyCode: currency, hasBlockedProviders = true, limit = pageSize, cursor } = request;
  const known = providersIn(context.caller.environment, context.settings.sandboxUmaHost ?? defaultSandboxUmaHost);
  const newest = providersBy(known, { region, currency, isAllowedOnly: !hasBlockedProviders });
  const ordered = request.sortOrder === UmaProviderSortOrder.ASC ? newest.toReversed() : newest;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const start = after ? ordered.findIndex(({ id }) => id === after.id) + 1 : 0;

  const { data, ...page } = pageOf(ordered.slice(start, start + limit + 1), limit);
  return { ...page, data: data.map(toUmaProvider), totalCount: BigInt(ordered.length) };
};
