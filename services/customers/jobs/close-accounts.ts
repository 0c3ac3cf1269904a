// Closes the accounts of a deleted customer.
import { publicId } from '../../kit/ids.ts';
import type { Job } from '../../kit/jobs.ts';
import type { CustomersContext } from '../context.ts';

export async function closeAccounts(job: Job, { clients }: CustomersContext): Promise<void> {
  await clients.accounts.closeCustomerAccounts({ customerId: publicId('Customer', String(job.payload.customerId)) });
}
