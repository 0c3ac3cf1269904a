// The snapshots of the calling platform.
import type { SnapshotService } from '../../../gen/payments/platform/v1/snapshot_pb.ts';
import type { PlatformMethod } from '../context.ts';
import { toSnapshotMessage } from '../convert-snapshot.ts';

type ListSnapshots = PlatformMethod<typeof SnapshotService.method.listSnapshots>;

export const listSnapshots: ListSnapshots = async (_request, { caller, store }) => {
  const all = await store.snapshots.list(caller.platformId);
  return { data: all.filter(({ isTaken }) => isTaken).map(toSnapshotMessage) };
};
