// The store of this service.
import { jobRows } from '../../kit/background/jobs.ts';
import type { Database, Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { openStore, type Store } from '../../kit/storage/store.ts';
import { auditRows } from './audit.ts';
import { operationRows } from './operations.ts';
import { providerAccountRows } from './provider-accounts.ts';
import { networkTokenRows, stablecoinRows } from './stablecoins.ts';

const rowsWith = (secrets: Sealing) => (db: Queryable) => ({
  providerAccounts: providerAccountRows(db, secrets),
  stablecoins: stablecoinRows(db),
  operations: operationRows(db, secrets),
  networkTokens: networkTokenRows(db),
  audit: auditRows(db),
  jobs: jobRows(db),
});

export type StablecoinsStore = Store<ReturnType<ReturnType<typeof rowsWith>>>;

export const openStablecoinsStore = (database: Database, secrets: Sealing): StablecoinsStore =>
  openStore(database, rowsWith(secrets));
