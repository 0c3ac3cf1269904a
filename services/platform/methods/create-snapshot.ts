// Takes a snapshot of the calling platform.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { SnapshotService } from '../../../gen/payments/platform/v1/snapshot_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformContext, PlatformMethod } from '../context.ts';
import { toSnapshotMessage } from '../convert-snapshot.ts';
import { isAbandoned, type Snapshot, snapshotsMax } from '../domain/snapshot.ts';
import { unknownPlatform } from '../steps/find-platform.ts';
import { dropSnapshot, inTurn, takeSnapshot } from '../steps/platform-copies.ts';

export const createSnapshot: PlatformMethod<typeof SnapshotService.method.createSnapshot> = async ({ name }, context) => {
  const { store } = context;
  await removeAbandoned(context);
  const snapshot = await begin(name, context);
  if (!snapshot.isTaken) {
    await inTurn(() => takeSnapshot(snapshot.id, context));
    await store.write((rows) => rows.snapshots.finish(snapshot));
  }
  return toSnapshotMessage(snapshot);
};

/** A repeat continues its own one. */
async function begin(name: string | undefined, { caller, operationId: id, store, wall }: PlatformContext): Promise<Snapshot> {
  const { platformId } = caller;
  const fresh = { platformId, id, name, isTaken: false, createdAt: wall.now() };
  return store.write(async (rows) => {
    if (!(await rows.platforms.lock(platformId))) throw unknownPlatform();
    const all = await rows.snapshots.list(platformId);
    const before = all.find((snapshot) => snapshot.id === id);
    if (before) return before;
    if (all.length >= snapshotsMax)
      throw fail(ErrorCode.CONFLICT, `A platform has at most ${snapshotsMax} snapshots. Delete one first.`, {
        reason: 'TOO_MANY_SNAPSHOTS',
      });
    await rows.snapshots.insert(fresh);
    return fresh;
  });
}

/** Those whose calls have died. */
async function removeAbandoned(context: PlatformContext): Promise<void> {
  const { caller, store, wall } = context;
  const all = await store.snapshots.list(caller.platformId);
  for (const snapshot of all.filter((one) => isAbandoned(one, wall.now()))) {
    await dropSnapshot(snapshot.id, context);
    await store.write((rows) => rows.snapshots.remove(snapshot));
  }
}
