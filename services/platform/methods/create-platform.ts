// CreatePlatform: the operator creates a platform under an id that the request names.
import type { PlatformAdministrationService } from '../../../gen/payments/platform/v1/platform_administration_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { toListedPlatform } from '../convert.ts';
import { ensureOwnPlatform } from '../steps/ensure-platform.ts';

type CreatePlatform = PlatformMethod<typeof PlatformAdministrationService.method.createPlatform>;

export const createPlatform: CreatePlatform = async ({ platformId, ...request }, context) => {
  const environment = request.environment === 'production' ? 'production' : 'sandbox';
  const caller = { ...context.caller, platformId, environment } as const;
  return toListedPlatform(await ensureOwnPlatform({ ...request, permissions: [] }, { ...context, caller }));
};
