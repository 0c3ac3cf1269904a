// Sets whether the caller's platform may create invitations.
import type { PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { unknownPlatform } from '../steps/find-platform.ts';

export const setInvitations: PlatformMethod<typeof PlatformDirectoryService.method.setInvitations> = async (
  { offersInvitations },
  { caller, clock, store },
) => {
  await store.write(async (rows) => {
    const platform = await rows.platforms.lock(caller.platformId);
    if (!platform) throw unknownPlatform();
    await rows.platforms.save({ ...platform, offersInvitations, version: platform.version + 1, updatedAt: clock.now() });
  });
  return {};
};
