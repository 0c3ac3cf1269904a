// Returns the time of the calling platform.
import type { ClockService } from '../../../gen/payments/platform/v1/clock_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { toClock } from '../convert.ts';
import { unknownPlatform } from '../steps/find-platform.ts';

export const getClock: PlatformMethod<typeof ClockService.method.getClock> = async (_, { caller, store, wall }) => {
  const clock = await store.clocks.find(caller.platformId);
  if (!clock) throw unknownPlatform();
  return toClock(clock.offsetMs, wall.now());
};
