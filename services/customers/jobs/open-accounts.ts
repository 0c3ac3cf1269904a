// Opens missing accounts of customers.

import type { Job } from '../../kit/background/jobs.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { CustomersContext } from '../context.ts';
import { mayHoldAccounts, mayHoldWallet, type PlatformCurrency, walletCurrency } from '../domain/customer.ts';
import { textsIn } from '../steps/account-jobs.ts';
import { platformRules } from '../steps/platform-rules.ts';

/** Uses the current state of the customers, which may have changed or been deleted since the job was added. */
export async function openAccounts({ payload }: Job, context: CustomersContext): Promise<void> {
  const { store, caller, clients } = context;
  const platform = await platformRules(context);
  const customers = await store.customers.findAll(caller.platformId, textsIn(payload.customerIds));
  const holders = customers.filter((customer) => mayHoldAccounts(customer, platform));
  if (holders.length === 0) return;
  const openings = holders.map((customer) => ({
    customerId: publicId('Customer', customer.id),
    currencies: inOrderOf(platform.currencies, customer.currencies),
    withWallet: mayHoldWallet(customer, platform),
  }));
  await clients.accounts.openCustomerAccounts({ openings });

  const ids = holders.map(({ id }) => id);
  for (const id of await store.customers.deletedAmong(caller.platformId, ids)) {
    await clients.accounts.closeCustomerAccounts({ customerId: publicId('Customer', id) }); // it was deleted in the meantime
  }
}

/** In the platform's order of currencies, including that of wallets. Currencies that the platform has removed come last. */
function inOrderOf(supported: readonly PlatformCurrency[], used: readonly string[]): string[] {
  const codes = supported.map(({ code }) => code);
  const listed = codes.filter((code) => code === walletCurrency || used.includes(code));
  return [...listed, ...used.filter((code) => !codes.includes(code))];
}
