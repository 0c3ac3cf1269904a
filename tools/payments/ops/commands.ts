// The commands for operators, in the order of the help. To add one, create it in commands/ and list it here.
import type { Command } from '../command.ts';
import { accountsList, externalAccountCommands, internalAccountCommands } from './commands/accounts.ts';
import { auditExport, auditLedger, auditLog, auditVerify } from './commands/audit.ts';
import { backup, restore } from './commands/backup.ts';
import { call } from './commands/call.ts';
import { cardsClose, cardsOwed, cardsResolve, cardsWriteOff } from './commands/cards.ts';
import {
  customersDocument,
  customersDocuments,
  customersExport,
  customersHold,
  customersVerifications,
  customersVerify,
} from './commands/customers.ts';
import { doctor, migrate } from './commands/doctor.ts';
import { init } from './commands/init.ts';
import { jobsList, jobsRetry, jobsShow } from './commands/jobs.ts';
import { keysCheck, keysReseal, keysRotate } from './commands/keys.ts';
import { operatorsCreate, operatorsList, operatorsRevoke } from './commands/operators.ts';
import { paymentsRetry, paymentsSearch, paymentsShow, paymentsStuck, refundsList, refundsRelease } from './commands/payments.ts';
import { platformsCreate, platformsList, platformsRegulate, platformsShow } from './commands/platforms.ts';
import { feesClear, feesList, feesSet, limitsList, limitsSet } from './commands/prices.ts';
import { reconcile } from './commands/reconcile.ts';
import { reportPayouts } from './commands/report-payouts.ts';
import { reportBalances, reportJournals } from './commands/reports.ts';
import { stablecoinsDecide, stablecoinsRevoke } from './commands/stablecoins.ts';
import { reportStatements } from './commands/statements.ts';
import { tokensCreate, tokensList, tokensRevoke } from './commands/tokens.ts';
import { webhooksList, webhooksResend, webhooksShow } from './commands/webhooks.ts';

export const opsCommands: readonly Command[] = [
  init,
  operatorsList,
  operatorsCreate,
  operatorsRevoke,
  platformsList,
  platformsCreate,
  platformsShow,
  platformsRegulate,
  tokensList,
  tokensCreate,
  tokensRevoke,
  customersVerifications,
  customersVerify,
  customersHold,
  customersDocuments,
  customersDocument,
  customersExport,
  accountsList,
  ...internalAccountCommands,
  ...externalAccountCommands,
  limitsList,
  limitsSet,
  feesList,
  feesSet,
  feesClear,
  paymentsSearch,
  paymentsShow,
  paymentsStuck,
  paymentsRetry,
  refundsList,
  refundsRelease,
  reportPayouts,
  reportJournals,
  reportBalances,
  reportStatements,
  reconcile,
  cardsOwed,
  cardsResolve,
  cardsWriteOff,
  cardsClose,
  stablecoinsDecide,
  stablecoinsRevoke,
  webhooksList,
  webhooksShow,
  webhooksResend,
  jobsList,
  jobsShow,
  jobsRetry,
  keysCheck,
  keysReseal,
  keysRotate,
  backup,
  restore,
  doctor,
  migrate,
  auditLog,
  auditLedger,
  auditExport,
  auditVerify,
  call,
];
