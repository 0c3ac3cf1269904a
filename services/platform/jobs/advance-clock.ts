// Advances a platform's clock to its target, also if the requesting process died.
import type { JobHandler } from '../../kit/service/service.ts';
import type { PlatformContext } from '../context.ts';
import { travel } from '../steps/clock-journey.ts';

export const handleAdvanceClock: JobHandler<PlatformContext> = async ({ key }, context) => {
  await travel(context, key);
};
