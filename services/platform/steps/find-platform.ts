// Finds platforms that must exist.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { PlatformContext } from '../context.ts';
import type { FoundPlatform } from '../domain/platform.ts';

/** The caller's own platform. */
export async function ownPlatform({ caller, store }: PlatformContext): Promise<FoundPlatform> {
  const platform = await store.platforms.find(caller.platformId);
  if (!platform) throw unknownPlatform();
  return platform;
}

export function unknownPlatform(): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, 'There is no such platform.', { resource: 'Platform' });
}
