// Removes a fork that was deleted, or that was never completed.
import type { JobHandler } from '../../kit/service/service.ts';
import type { PlatformContext } from '../context.ts';
import { removeFork } from '../steps/remove-fork.ts';

export const handleRemoveFork: JobHandler<PlatformContext> = ({ key: forkId, payload }, context) =>
  removeFork({ forkId, originalId: String(payload.originalId) }, context);
