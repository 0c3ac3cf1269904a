// Returns the configuration of the calling platform.
import type { PlatformService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { toConfig } from '../convert.ts';
import { ownPlatform } from '../steps/find-platform.ts';

export const getConfig: PlatformMethod<typeof PlatformService.method.getConfig> = async (_request, context) =>
  toConfig(await ownPlatform(context));
