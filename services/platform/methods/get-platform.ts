// Returns a platform to other services.
import type { PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { toPlatform } from '../convert.ts';
import { unknownPlatform } from '../steps/find-platform.ts';

export const getPlatform: PlatformMethod<typeof PlatformDirectoryService.method.getPlatform> = async (
  { platformId },
  { caller, store },
) => {
  const platform = await store.platforms.find(platformId ?? caller.platformId);
  if (!platform) throw unknownPlatform();
  return toPlatform(platform);
};
