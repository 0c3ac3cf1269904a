// Takes a platform's clock to where it was asked to go; also when the process that was asked is gone.
import type { JobHandler } from '../../kit/service/service.ts';
import type { PlatformContext } from '../context.ts';
import { travel } from '../steps/clock-journey.ts';

export const handleAdvanceClock: JobHandler<PlatformContext> = async ({ key }, context) => {
  await travel(context, key);
};
