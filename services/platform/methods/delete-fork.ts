// Deletes the calling platform, which must be a fork. A job completes it: its first steps remove the credentials of the caller.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { ForkService } from '../../../gen/payments/platform/v1/fork_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformMethod } from '../context.ts';
import { ownPlatform } from '../steps/find-platform.ts';
import { removeForkJob } from '../steps/remove-fork.ts';

export const deleteFork: PlatformMethod<typeof ForkService.method.deleteFork> = async (_request, context) => {
  const { id: forkId, forkedFrom: originalId } = await ownPlatform(context);
  if (originalId === undefined)
    throw fail(ErrorCode.CONFLICT, 'This platform is not a fork. To return it to its first state, POST /sandbox/reset.', {
      reason: 'NOT_A_FORK',
    });
  const job = removeForkJob({ forkId, originalId }, context);
  await context.store.write(({ jobs }) => jobs.add(job));
  await context.runNow(job);
  return {};
};
