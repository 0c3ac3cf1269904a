// Returns the calling platform to a snapshot: removes its data from every service, then loads the rows of the snapshot.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { SnapshotService } from '../../../gen/payments/platform/v1/snapshot_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import { dataOwnersOf, type PlatformMethod } from '../context.ts';
import { ownSnapshot } from '../steps/find-snapshot.ts';
import { inTurn, loadSnapshot } from '../steps/platform-copies.ts';

/** Repeatable. First everything is removed, as in a reset, so that work in progress finds its own rows missing, and ends. */
export const restoreSnapshot: PlatformMethod<typeof SnapshotService.method.restoreSnapshot> = async (request, context) => {
  const { isOpenable } = await ownSnapshot(request.snapshotId, context);
  if (!isOpenable)
    throw fail(ErrorCode.CONFLICT, 'The master key was replaced after this snapshot. Take a new one.', {
      reason: 'SNAPSHOT_OUTDATED',
    });

  await inTurn(async () => {
    for (const owner of dataOwnersOf(context.clients)) {
      await owner.removePlatformData({});
      reached('platform data removed');
    }
    await loadSnapshot({ snapshotId: uuidIn(request.snapshotId) }, context);
  });
  return {};
};
