// ExportCustomer: all that this service keeps about one customer, for the person who asks for it.
import type { CustomerDirectoryService } from '../../../gen/payments/customers/v1/customer_directory_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toDocument, toVerification } from '../convert.ts';
import { customerNotFound, customerUuid } from '../steps/find-customer.ts';
import { showCustomer } from '../steps/show-customer.ts';

type ExportCustomer = typeof CustomerDirectoryService.method.exportCustomer;

/** Of deleted customers too, until they are erased. */
export const exportCustomer: CustomersMethod<ExportCustomer> = async ({ customerId }, context) => {
  const { store, caller } = context;
  const customer = await store.customers.find(caller.platformId, customerUuid(customerId));
  if (!customer) throw customerNotFound(customerId);
  const [shown, documents, verifications] = await Promise.all([
    showCustomer(customer, context),
    store.documents.ofCustomer(customer.id),
    store.verifications.ofCustomer(customer.id),
  ]);
  const { profile } = customer;
  const identifier = profile.case === 'individual' ? profile.value.identifier : undefined;
  return {
    customer: shown,
    ...(identifier !== undefined && { identifier }),
    documents: documents.map(toDocument),
    verifications: verifications.map(toVerification),
  };
};
