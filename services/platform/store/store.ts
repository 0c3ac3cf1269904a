// The store of this service.

import { type JobRows, jobRows } from '../../kit/background/jobs.ts';
import { type OutboxRows, outboxRows } from '../../kit/background/outbox.ts';
import type { Database, Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { openStore, type Store } from '../../kit/storage/store.ts';
import { type Clocks, clocks } from './clocks.ts';
import { type Faults, faults } from './faults.ts';
import { type Invitations, invitations } from './invitations.ts';
import { type LoggedRequests, loggedRequests } from './logged-requests.ts';
import { type Platforms, platforms, settingsParser } from './platforms.ts';
import { type Snapshots, snapshots } from './snapshots.ts';
import { type UmaNames, umaNames } from './uma-names.ts';

export interface PlatformRows {
  readonly platforms: Platforms;
  readonly clocks: Clocks;
  readonly faults: Faults;
  readonly invitations: Invitations;
  readonly snapshots: Snapshots;
  readonly loggedRequests: LoggedRequests;
  readonly umaNames: UmaNames;
  readonly outbox: OutboxRows;
  readonly jobs: JobRows;
  /**
   * Jobs of no platform. On a distributed database they are on another server than the rows of a platform, so a change of them commits at once,
   * also inside a transaction.
   */
  readonly jobsOfNobody: JobRows;
}

export type PlatformStore = Store<PlatformRows>;

export function openPlatformStore(database: Database, secrets: Sealing): PlatformStore {
  const parse = settingsParser();
  return openStore(database, (db: Queryable) => ({
    platforms: platforms(db, parse),
    clocks: clocks(db),
    faults: faults(db),
    invitations: invitations(db, secrets),
    snapshots: snapshots(db, secrets),
    loggedRequests: loggedRequests(db, secrets),
    umaNames: umaNames(db),
    outbox: outboxRows(db, secrets),
    jobs: jobRows(db),
    jobsOfNobody: jobRows(db.isDistributed ? database : db),
  }));
}
