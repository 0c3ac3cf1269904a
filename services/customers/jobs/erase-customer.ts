// Erases the personal data of a customer that was deleted long ago. Its row stays, for other records refer to it.
import { publicId } from '../../kit/ids.ts';
import { type Job, retryAt } from '../../kit/jobs.ts';
import type { CustomersContext } from '../context.ts';
import type { Customer } from '../domain/customer.ts';
import { discardBlobJob } from '../steps/keep-file.ts';

/** Repeatable. Where the operator keeps data longer by now than when the customer was deleted, it comes again then. */
export async function eraseCustomer({ payload }: Job, context: CustomersContext): Promise<void> {
  const { store, caller, clients, clock, eraseAfterMs } = context;
  const customer = await store.customers.find(caller.platformId, String(payload.customerId));
  if (!customer?.deletedAt) return;
  const eraseAt = new Date(customer.deletedAt.getTime() + eraseAfterMs);
  if (clock.now() < eraseAt) throw retryAt(eraseAt);

  await clients.accounts.eraseCustomerAccounts({ customerId: publicId('Customer', customer.id) });
  await store.write(async (rows) => {
    const documents = await rows.documents.ofCustomer(customer.id);
    await rows.jobs.addMany(documents.map(({ blob }) => discardBlobJob(context, blob.key)));
    await rows.documents.removeAll(customer.id);
    await rows.owners.removeAll(customer.id);
    await rows.kycLinks.removeAll(customer.id);
    await rows.contactCodes.removeAll(customer.id);
    await rows.customers.erase(customer, anonymousAddress(customer));
  });
}

/** The form of addresses that nobody chose: the UMA address that the customer had may hold its name. */
function anonymousAddress({ id, umaAddress }: Customer): string {
  return `$${id.replaceAll('-', '')}${umaAddress.slice(umaAddress.indexOf('@'))}`;
}
