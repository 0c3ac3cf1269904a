// Gives a new wallet its first credential, made of the e-mail that the customer has on file.

import type { Job } from '../../kit/background/jobs.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { AccountsContext } from '../context.ts';

/** Asks for the e-mail as it is now: since the job was left behind it may have changed, or the customer be gone. */
export async function makeFirstCredential({ payload }: Job, { clients }: AccountsContext): Promise<void> {
  const customerId = publicId('Customer', String(payload.customerId));
  const { email, isDeleted } = await clients.customers.getCustomer({ customerId });
  if (email === undefined || isDeleted) return;
  const accountId = publicId('InternalAccount', String(payload.accountId));
  await clients.credentials.ensureEmailCredential({ accountId, customerId, email });
}
