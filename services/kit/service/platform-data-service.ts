// The internal RPC service for the data of a sandbox platform in a service: removed by resets, copied by snapshots and forks.
import type { PlatformDataService } from '../../../gen/payments/common/v1/platform_data_pb.ts';
import type { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Context, Method } from '../core/method.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { distributionColumn, type Placements } from '../storage/placement.ts';
import { isDirectory, platformTables, removeEntries, removePlatformRows } from '../storage/platform-rows.ts';
import { platformSnapshots } from '../storage/platform-snapshots.ts';
import { platformDataOf } from './common-services.ts';
import { commonLeaves, type PlatformCopy } from './platform-copy.ts';
import type { PlatformReset } from './platform-reset.ts';
import { type Served, serve } from './service.ts';

interface ServedParts {
  readonly service: string;
  readonly database: Database;
  readonly placements?: Placements | undefined;
  readonly wall: Clock;
  readonly reset?: PlatformReset | undefined;
  readonly copy?: PlatformCopy | undefined;
}

type Methods = typeof PlatformDataService.method;

export function servesPlatformRows({ service, database, placements, wall, reset, copy }: ServedParts): Served<Context> {
  const left = new Set(Object.keys({ ...commonLeaves, ...copy?.leaves }));
  const snapshots = (db: Queryable) => platformSnapshots(db, left);
  const removing = removalBy({ database, placements, reset, wall });

  const removePlatformData: Method<Methods['removePlatformData']> = async ({ forkId }, { caller, requestId }) => {
    await removing({ forkId, caller, requestId });
    return {};
  };
  const takeSnapshot: Method<Methods['takeSnapshot']> = ({ snapshotId }, { caller: { platformId } }) =>
    database.transaction(async (db) => {
      const state = await snapshots(db).state(platformId);
      await snapshots(db).take({ platformId, snapshotId });
      return { state };
    });
  const getDataState: Method<Methods['getDataState']> = async (_request, { caller }) => ({
    state: await snapshots(database).state(caller.platformId),
  });
  const loadSnapshot: Method<Methods['loadSnapshot']> = async ({ snapshotId, forkId }, { caller, requestId }) => {
    const { platformId } = caller;
    const targetId = forkId ?? platformId;
    const copied = { platformId, targetId, now: wall.now() };
    await removing({ forkId, caller, requestId }, async (db) => {
      await snapshots(db).loadRows({ platformId, snapshotId, targetId });
      await copy?.complete?.({ ...copied, db });
    });
    await copy?.claim?.({ ...copied, db: database });
    return {};
  };
  const loadJobs: Method<Methods['loadJobs']> = async ({ snapshotId, forkId }, { caller: { platformId } }) => {
    const loading = { platformId, snapshotId, targetId: forkId ?? platformId };
    await database.transaction((db) => snapshots(db).loadJobs(loading));
    return {};
  };
  const dropSnapshot: Method<Methods['dropSnapshot']> = async ({ snapshotId, platformId }, { caller }) => {
    await snapshots(database).drop({ platformId: platformId ?? caller.platformId, snapshotId });
    return {};
  };
  return serve(platformDataOf(service), {
    removePlatformData,
    takeSnapshot,
    getDataState,
    loadSnapshot,
    loadJobs,
    dropSnapshot,
  });
}

interface Removal {
  readonly caller: Caller;
  readonly forkId: string | undefined;
  readonly requestId: string;
}

/**
 * Removes the rows of a platform, then runs `load` in the same transaction. A fork is removed with everything; entries of directories stay
 * reserved for it.
 */
function removalBy({ database, placements, reset, wall }: Omit<ServedParts, 'service' | 'copy'>) {
  const keeps = new Set([...(reset?.keeps ?? []), 'snapshot_part']);
  return async ({ caller, forkId, requestId }: Removal, load?: (db: Queryable) => Promise<void>): Promise<void> => {
    const platformId = forkId ?? caller.platformId;
    const directories = (await platformTables(database)).filter(isDirectory).map(({ name }) => name);
    const kept = forkId === undefined ? keeps : keeps.intersection(new Set(directories));
    const apart = database.isDistributed ? directories : [];
    for (const name of apart.filter((directory) => !kept.has(directory)))
      await removeEntries(database, { name, by: distributionColumn(placements?.[name]) ?? null }, platformId);
    const staying = kept.union(new Set(apart));
    await database.transaction(async (db) => {
      const remove = () => removePlatformRows(db, platformId, staying);
      const removed = { db, caller: { ...caller, platformId }, now: wall.now(), requestId };
      await (reset?.around ? reset.around(remove, removed) : remove());
      await load?.(db);
    });
  };
}
