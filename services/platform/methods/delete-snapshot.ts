// Deletes a snapshot of the calling platform. What a dead process leaves is removed with the next snapshot.
import type { SnapshotService } from '../../../gen/payments/platform/v1/snapshot_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { ownSnapshot } from '../steps/find-snapshot.ts';
import { dropSnapshot } from '../steps/platform-copies.ts';

type DeleteSnapshot = PlatformMethod<typeof SnapshotService.method.deleteSnapshot>;

export const deleteSnapshot: DeleteSnapshot = async ({ snapshotId }, context) => {
  const snapshot = await ownSnapshot(snapshotId, context);
  await context.store.write((rows) => rows.snapshots.withdraw(snapshot));
  await dropSnapshot(snapshot.id, context);
  await context.store.write((rows) => rows.snapshots.remove(snapshot));
  return {};
};
