// EnsurePlatform: the caller's own platform, for the start of a sandbox.
import type { PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { toPlatform } from '../convert.ts';
import { ensureOwnPlatform } from '../steps/ensure-platform.ts';

type EnsurePlatform = PlatformMethod<typeof PlatformDirectoryService.method.ensurePlatform>;

export const ensurePlatform: EnsurePlatform = async (request, context) => toPlatform(await ensureOwnPlatform(request, context));
