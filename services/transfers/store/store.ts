// The store of the transfers service: which rows there are.
import type { Queryable } from '../../kit/database.ts';
import { jobRows } from '../../kit/jobs.ts';
import { outboxRows } from '../../kit/outbox.ts';
import type { Secrets } from '../../kit/secrets.ts';
import type { Store } from '../../kit/store.ts';
import { auditStrayRows } from './audit-strays.ts';
import { auditWalkRows } from './audit-walk.ts';
import { depositRows } from './deposits.ts';
import { invoiceRows } from './invoices.ts';
import { lapseRows } from './lapses.ts';
import { limitRows } from './limits.ts';
import { lookupRows } from './lookups.ts';
import { rateSnapshotRows } from './rate-snapshots.ts';
import { serviceFeeRows } from './service-fees.ts';
import { transactionListRows } from './transaction-list.ts';
import { transactionRows } from './transactions.ts';
import { umaDetailRows } from './uma-details.ts';

export type TransfersRows = ReturnType<ReturnType<typeof transfersRows>>;
export type TransfersStore = Store<TransfersRows>;

export const transfersRows = (secrets: Secrets) => (db: Queryable) => ({
  transactions: transactionRows(db, secrets),
  list: transactionListRows(db, secrets),
  deposits: depositRows(db),
  invoices: invoiceRows(db),
  limits: limitRows(db),
  lookups: lookupRows(db),
  umaDetails: umaDetailRows(db, secrets),
  lapses: lapseRows(db),
  serviceFees: serviceFeeRows(db),
  rateSnapshots: rateSnapshotRows(db),
  auditWalk: auditWalkRows(db, secrets),
  auditStrays: auditStrayRows(db),
  outbox: outboxRows(db, secrets),
  jobs: jobRows(db),
});
