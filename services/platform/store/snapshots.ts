// The snapshots of sandbox platforms. Their rows are parts in all services.
import type { Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { SnapshotRecord, type SnapshotRow } from './records.ts';

export interface FoundSnapshot extends Snapshot {
  /** Its sealed values are sealed under the newest master key. */
  readonly isOpenable: boolean;
}

export interface Snapshots {
  find(platformId: string, id: string): Promise<FoundSnapshot | undefined>;
  /** Oldest first, with those that are not taken yet. */
  list(platformId: string): Promise<Snapshot[]>;
  insert(snapshot: Snapshot): Promise<void>;
  /** All services have stored their parts. */
  finish(snapshot: Snapshot): Promise<void>;
  /** It can no longer be restored, before its parts are removed. */
  withdraw(snapshot: Snapshot): Promise<void>;
  remove(snapshot: Snapshot): Promise<void>;
}

export function snapshots(db: Queryable, { keyId }: Sealing): Snapshots {
  const oldestFirst = { orderBy: { createdAt: 'asc', id: 'asc' } } as const;
  return {
    async find(platformId, id) {
      const row = await db.em.findOne(SnapshotRecord, { platformId, id });
      return row ? { ...toDomain(row), isOpenable: keyId.equals(row.masterKeyId) } : undefined;
    },
    list: async (platformId) => (await db.em.find(SnapshotRecord, { platformId }, oldestFirst)).map(toDomain),
    async insert({ name = null, ...snapshot }) {
      db.em.create(SnapshotRecord, { ...snapshot, name, masterKeyId: keyId });
    },
    async finish({ platformId, id }) {
      await db.em.nativeUpdate(SnapshotRecord, { platformId, id }, { isTaken: true });
    },
    async withdraw({ platformId, id }) {
      await db.em.nativeUpdate(SnapshotRecord, { platformId, id }, { isTaken: false });
    },
    async remove({ platformId, id }) {
      await db.em.nativeDelete(SnapshotRecord, { platformId, id });
    },
  };
}

function toDomain({ platformId, id, name, isTaken, createdAt }: SnapshotRow): Snapshot {
  return { platformId, id, name: name ?? undefined, isTaken, createdAt };
}
