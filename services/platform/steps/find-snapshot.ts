// Finds snapshots that must exist.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformContext } from '../context.ts';
import type { FoundSnapshot } from '../store/snapshots.ts';

/** By its public id. */
export async function ownSnapshot(snapshotId: string, { caller, store }: PlatformContext): Promise<FoundSnapshot> {
  const id = uuidOf('Snapshot', snapshotId);
  const snapshot = id === undefined ? undefined : await store.snapshots.find(caller.platformId, id);
  if (!snapshot?.isTaken)
    throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no snapshot ${snapshotId}.`, { resource: 'Snapshot' });
  return snapshot;
}
