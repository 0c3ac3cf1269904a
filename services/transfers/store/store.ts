// The store of the transfers service.

import { jobRows } from '../../kit/background/jobs.ts';
import { outboxRows } from '../../kit/background/outbox.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { Store } from '../../kit/storage/store.ts';
import { activityRows } from './activities.ts';
import { auditStrayRows } from './audit-strays.ts';
import { auditWalkRows } from './audit-walk.ts';
import { countChangeRows } from './count-changes.ts';
import { depositRows } from './deposits.ts';
import { invoiceRows } from './invoices.ts';
import { lapseRows } from './lapses.ts';
import { limitRows } from './limits.ts';
import { lookupRows } from './lookups.ts';
import { openPaymentRows } from './open-payments.ts';
import { payoutTotalRows } from './payout-totals.ts';
import { personalDataRows } from './personal-data.ts';
import { rateSnapshotRows } from './rate-snapshots.ts';
import { serviceFeeRows } from './service-fees.ts';
import { transactionListRows } from './transaction-list.ts';
import { transactionRows } from './transactions.ts';
import { transferTermRows } from './transfer-terms.ts';
import { umaDetailRows } from './uma-details.ts';

export type TransfersRows = ReturnType<ReturnType<typeof transfersRows>>;
export type TransfersStore = Store<TransfersRows>;

export const transfersRows = (secrets: Sealing) => (db: Queryable) => ({
  transactions: transactionRows(db, secrets),
  list: transactionListRows(db, secrets),
  countChanges: countChangeRows(db),
  deposits: depositRows(db),
  invoices: invoiceRows(db),
  limits: limitRows(db),
  openPayments: openPaymentRows(db),
  payoutTotals: payoutTotalRows(db),
  lookups: lookupRows(db),
  transferTerms: transferTermRows(db),
  umaDetails: umaDetailRows(db, secrets),
  personalData: personalDataRows(db, secrets),
  lapses: lapseRows(db),
  serviceFees: serviceFeeRows(db),
  rateSnapshots: rateSnapshotRows(db),
  auditWalk: auditWalkRows(db, secrets),
  auditStrays: auditStrayRows(db),
  activities: activityRows(db),
  outbox: outboxRows(db, secrets),
  jobs: jobRows(db),
});
