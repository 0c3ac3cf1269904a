// Closes the accounts of a deleted customer, and removes its agents and credentials.

import type { Job } from '../../kit/background/jobs.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { CustomersContext } from '../context.ts';

export async function closeAccounts(job: Job, { clients }: CustomersContext): Promise<void> {
  const customerId = publicId('Customer', String(job.payload.customerId));
  await clients.accounts.closeCustomerAccounts({ customerId });
  await clients.agents.removeCustomerAgents({ customerId });
  await clients.cards.closeCustomerCards({ customerId });
  await clients.credentials.removeCustomerCredentials({ customerId });
}
