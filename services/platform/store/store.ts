// The store of this service.
import type { Database, Queryable } from '../../kit/database.ts';
import { type JobRows, jobRows } from '../../kit/jobs.ts';
import { type OutboxRows, outboxRows } from '../../kit/outbox.ts';
import type { Secrets } from '../../kit/secrets.ts';
import { openStore, type Store } from '../../kit/store.ts';
import { type Clocks, clocks } from './clocks.ts';
import { type Invitations, invitations } from './invitations.ts';
import { type Platforms, platforms, settingsParser } from './platforms.ts';

export interface PlatformRows {
  readonly platforms: Platforms;
  readonly clocks: Clocks;
  readonly invitations: Invitations;
  readonly outbox: OutboxRows;
  readonly jobs: JobRows;
}

export type PlatformStore = Store<PlatformRows>;

export function openPlatformStore(database: Database, secrets: Secrets): PlatformStore {
  const parse = settingsParser();
  return openStore(database, (db: Queryable) => ({
    platforms: platforms(db, parse),
    clocks: clocks(db),
    invitations: invitations(db),
    outbox: outboxRows(db, secrets),
    jobs: jobRows(db),
  }));
}
