// The internal RPC service for the data of a sandbox platform in a service: removed by resets, copied by snapshots and forks.
import type { PlatformDataService } from '../../../gen/payments/common/v1/platform_data_pb.ts';
import type { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Context, Method } from '../core/method.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { platformTables, removePlatformRows } from '../storage/platform-rows.ts';
import { platformSnapshots } from '../storage/platform-snapshots.ts';
import { platformDataOf } from './common-services.ts';
import { commonLeaves, type PlatformCopy } from './platform-copy.ts';
import type { PlatformReset } from './platform-reset.ts';
import { type Served, serve } from './service.ts';

interface ServedParts {
  readonly service: string;
  readonly database: Database;
  readonly wall: Clock;
  readonly reset: PlatformReset | undefined;
  readonly copy: PlatformCopy | undefined;
}

type Methods = typeof PlatformDataService.method;

export function servesPlatformRows({ service, database, wall, reset, copy }: ServedParts): Served<Context> {
  const left = new Set(Object.keys({ ...commonLeaves, ...copy?.leaves }));
  const snapshots = (db: Queryable) => platformSnapshots(db, left);
  const removing = removalBy({ reset, wall });

  const removePlatformData: Method<Methods['removePlatformData']> = async ({ forkId }, { caller, requestId }) => {
    await database.transaction((db) => removing(db, { forkId, caller, requestId }));
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
    await database.transaction(async (db) => {
      await removing(db, { forkId, caller, requestId });
      await snapshots(db).loadRows({ platformId, snapshotId, targetId });
      await copy?.complete?.({ db, platformId, targetId, now: wall.now() });
    });
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

/** A fork is removed with everything; entries of directories stay reserved for it. */
function removalBy({ reset, wall }: Pick<ServedParts, 'reset' | 'wall'>) {
  const kept = new Set([...(reset?.keeps ?? []), 'snapshot_part']);
  return async (db: Queryable, { caller, forkId, requestId }: Removal): Promise<void> => {
    const platformId = forkId ?? caller.platformId;
    const isDirectory = new Set(
      (await platformTables(db)).filter(({ primary }) => primary[0] !== 'platform_id').map(({ name }) => name),
    );
    const staying = forkId === undefined ? kept : kept.intersection(isDirectory);
    const remove = () => removePlatformRows(db, platformId, staying);
    await (reset?.around
      ? reset.around(remove, { db, caller: { ...caller, platformId }, now: wall.now(), requestId })
      : remove());
  };
}
