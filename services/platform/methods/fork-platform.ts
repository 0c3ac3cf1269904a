// Creates a fork of the calling platform: a platform with credentials of its own that begins as a copy.
import { randomBytes } from 'node:crypto';
import type { ForkService } from '../../../gen/payments/platform/v1/fork_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { forkIdOf, publicId } from '../../kit/core/ids.ts';
import type { PlatformMethod } from '../context.ts';
import { dropSnapshot, inTurn, loadSnapshot, takeSnapshot } from '../steps/platform-copies.ts';
import { abandonedForkJob } from '../steps/remove-fork.ts';

/**
 * A repeat under the same key begins again under the same id. Without a repeat, a job removes what a dead process has left. The credentials
 * come last: without them, no caller can reach the fork.
 */
export const forkPlatform: PlatformMethod<typeof ForkService.method.forkPlatform> = async (_request, context) => {
  const { caller, clients, operationId, store } = context;
  const forkId = forkIdOf(operationId, caller.platformId);
  const abandoned = abandonedForkJob({ forkId, originalId: caller.platformId }, context);
  await store.write(async ({ jobs }) => {
    await jobs.remove(abandoned); // it may be due soon
    await jobs.add(abandoned);
  });

  await inTurn(async () => {
    await takeSnapshot(forkId, context);
    await loadSnapshot({ snapshotId: forkId, forkId }, context);
    await dropSnapshot(forkId, context);
  });
  const credentials = { clientId: randomBytes(16).toString('hex'), clientSecret: randomBytes(24).toString('hex') };
  await clients.auth.ensureToken({ platformId: forkId, name: 'Fork', permissions: [...caller.permissions], ...credentials });
  reached('fork made');
  await store.write(({ jobs }) => jobs.remove(abandoned));
  return { id: publicId('Platform', forkId), ...credentials };
};
