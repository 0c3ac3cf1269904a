// GetStanding: what a payment must know about its customer. Reads no personal data, and concurrent calls share a statement.
import type { CustomerDirectoryService } from '../../../gen/payments/customers/v1/customer_directory_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { customerNotFound, customerUuid } from '../steps/find-customer.ts';

type GetStanding = typeof CustomerDirectoryService.method.getStanding;

export const getStanding: CustomersMethod<GetStanding> = async ({ customerId }, { store, caller }) => {
  const standing = await store.customers.standing(caller.platformId, customerUuid(customerId));
  if (!standing) throw customerNotFound(customerId);
  return standing;
};
