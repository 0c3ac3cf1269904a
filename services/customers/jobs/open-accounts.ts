// Opens the accounts that a customer may hold and lacks.
import { publicId } from '../../kit/ids.ts';
import type { Job } from '../../kit/jobs.ts';
import type { CustomersContext } from '../context.ts';
import { mayHoldAccounts, mayHoldWallet } from '../domain/customer.ts';
import { platformRules } from '../steps/platform-rules.ts';

/** Looks at the customer as it is now: since the job was left behind it may have changed, or be gone. */
export async function openAccounts(job: Job, context: CustomersContext): Promise<void> {
  const { store, caller, clients } = context;
  const id = String(job.payload.customerId);
  const customerId = publicId('Customer', id);
  const customer = await store.customers.find(caller.platformId, id);
  const platform = await platformRules(context);
  if (!customer || !mayHoldAccounts(customer, platform)) return;
  const withWallet = mayHoldWallet(customer, platform);
  await clients.accounts.openCustomerAccounts({ customerId, currencies: [...customer.currencies], withWallet });

  const now = await store.customers.find(caller.platformId, id);
  if (now?.deletedAt) await clients.accounts.closeCustomerAccounts({ customerId }); // it was deleted meanwhile
}
