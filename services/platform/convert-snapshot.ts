// Converts snapshots to messages.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Snapshot as SnapshotMessage, SnapshotSchema } from '../../gen/payments/platform/v1/snapshot_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { Snapshot } from './domain/snapshot.ts';

export function toSnapshotMessage({ id, name, createdAt }: Snapshot): SnapshotMessage {
  const common = { id: publicId('Snapshot', id), createdAt: timestampFromDate(createdAt) };
  return create(SnapshotSchema, { ...common, ...(name !== undefined && { name }) });
}
