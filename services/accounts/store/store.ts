// The store of the accounts service.

import { jobRows } from '../../kit/background/jobs.ts';
import { outboxRows } from '../../kit/background/outbox.ts';
import type { Database, Queryable } from '../../kit/storage/database.ts';
import type { Secrets } from '../../kit/storage/secrets.ts';
import { openStore, type Store } from '../../kit/storage/store.ts';
import { accountStatementRows } from './account-statements.ts';
import { auditFindings } from './audit-findings.ts';
import { auditReadings } from './audit-readings.ts';
import { auditRounds } from './audit-rounds.ts';
import { counterpartyRules } from './counterparty-rules.ts';
import { externalAccountHistory } from './external-account-history.ts';
import { externalAccountRows } from './external-accounts.ts';
import { internalAccountRows } from './internal-accounts.ts';
import { journalRows } from './journals.ts';
import { ownershipChallengeRows } from './ownership-challenges.ts';
import { reportRows } from './reports.ts';
import { sandboxLedgerRows } from './sandbox-ledger.ts';
import { trustChallengeRows } from './trust-challenges.ts';
import { walletRows } from './wallets.ts';
import { worldPostingRows } from './world-postings.ts';

export type AccountsRows = ReturnType<ReturnType<typeof accountsRows>>;

export type AccountsStore = Store<AccountsRows>;

export function openAccountsStore(database: Database, secrets: Secrets): AccountsStore {
  return openStore(database, accountsRows(secrets));
}

const accountsRows = (secrets: Secrets) => (db: Queryable) => ({
  internalAccounts: internalAccountRows(db),
  externalAccounts: externalAccountRows(db, secrets),
  history: externalAccountHistory(db),
  challenges: ownershipChallengeRows(db, secrets),
  counterpartyRules: counterpartyRules(db),
  trustChallenges: trustChallengeRows(db),
  wallets: walletRows(db, secrets),
  journals: journalRows(db),
  sandboxLedger: sandboxLedgerRows(db),
  reports: reportRows(db),
  statements: accountStatementRows(db),
  worldPostings: worldPostingRows(db),
  audit: { ...auditReadings(db), ...auditRounds(db), ...auditFindings(db) },
  outbox: outboxRows(db, secrets),
  jobs: jobRows(db),
});
