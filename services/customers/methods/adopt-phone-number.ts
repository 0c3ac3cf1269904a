// AdoptPhoneNumber: changes the phone number of a customer to one that was verified elsewhere.
import type { CustomerDirectoryService } from '../../../gen/payments/customers/v1/customer_directory_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { withVerified } from '../domain/contact-code.ts';
import { customerUuid } from '../steps/find-customer.ts';

type AdoptPhoneNumber = CustomersMethod<typeof CustomerDirectoryService.method.adoptPhoneNumber>;

export const adoptPhoneNumber: AdoptPhoneNumber = async ({ customerId, phoneNumber, insteadOf }, { caller, clock, store }) => {
  await store.write(async (rows) => {
    const customer = await rows.customers.lock(caller.platformId, customerUuid(customerId));
    if (!customer || customer.deletedAt || (customer.phoneNumber ?? '') !== insteadOf) return;
    const now = clock.now();
    const after = withVerified({ ...customer, phoneNumber, updatedAt: now }, 'phone', now);
    await rows.customers.update({ before: customer, after });
  });
  return {};
};
