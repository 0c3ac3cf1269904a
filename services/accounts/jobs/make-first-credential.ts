// Creates the first credential of a new wallet, from the customer's e-mail address.

import type { Job } from '../../kit/background/jobs.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { AccountsContext } from '../context.ts';

/** Uses the current e-mail address: it may have changed since the job was added, or the customer may be deleted. */
export async function makeFirstCredential({ payload }: Job, { clients }: AccountsContext): Promise<void> {
  const customerId = publicId('Customer', String(payload.customerId));
  const { email, isDeleted } = await clients.customers.getCustomer({ customerId });
  if (email === undefined || isDeleted) return;
  const accountId = publicId('InternalAccount', String(payload.accountId));
  await clients.credentials.ensureEmailCredential({ accountId, customerId, email });
}
