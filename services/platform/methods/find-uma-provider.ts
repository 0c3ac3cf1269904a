// FindUmaProvider: the institution of a host, for other services.
import type { UmaProviderService } from '../../../gen/payments/platform/v1/uma_provider_pb.ts';
import { defaultSandboxUmaHost } from '../../kit/process/config.ts';
import type { PlatformMethod } from '../context.ts';
import { toUmaProvider } from '../convert-uma-provider.ts';
import { providersIn } from '../domain/uma-providers.ts';

export const findUmaProvider: PlatformMethod<typeof UmaProviderService.method.findUmaProvider> = async (request, context) => {
  const known = providersIn(context.caller.environment, context.settings.sandboxUmaHost ?? defaultSandboxUmaHost);
  const found = known.find(({ domain }) => domain === request.domain);
  return found ? { provider: toUmaProvider(found) } : {};
};
