// Sets whether the caller's platform is a regulated institution, which collects consents to end-user terms itself.
import type { PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { unknownPlatform } from '../steps/find-platform.ts';

export const setRegulated: PlatformMethod<typeof PlatformDirectoryService.method.setRegulated> = async (
  { isRegulatedFinancialInstitution },
  { caller, clock, store },
) => {
  await store.write(async (rows) => {
    const platform = await rows.platforms.lock(caller.platformId);
    if (!platform) throw unknownPlatform();
    const isRegulated = isRegulatedFinancialInstitution;
    await rows.platforms.save({ ...platform, isRegulated, version: platform.version + 1, updatedAt: clock.now() });
  });
  return {};
};
