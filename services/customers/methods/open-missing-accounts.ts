// OpenMissingAccounts: opens accounts in added currencies of the platform for its followers, in the background.
import type { CustomerDirectoryService } from '../../../gen/payments/customers/v1/customer_directory_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { enableCurrenciesJob } from '../steps/account-jobs.ts';

type OpenMissingAccounts = typeof CustomerDirectoryService.method.openMissingAccounts;

export const openMissingAccounts: CustomersMethod<OpenMissingAccounts> = async ({ currencies }, context) => {
  if (currencies.length === 0) return {};
  await context.store.write((rows) => rows.jobs.add(enableCurrenciesJob(context, currencies, beforeAll)));
  return {};
};

/** Sorts before the uuid of any customer. */
const beforeAll = '00000000-0000-0000-0000-000000000000';
