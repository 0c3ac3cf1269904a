// ExportCustomer: all data of a customer in every service, for requests of data subjects.
import type { CustomerDirectoryService } from '../../../gen/payments/customers/v1/customer_directory_pb.ts';
import { type CustomersMethod, personalDataIn } from '../context.ts';
import { customerNotFound, customerUuid } from '../steps/find-customer.ts';

type ExportCustomer = typeof CustomerDirectoryService.method.exportCustomer;

/** Also for deleted customers, until they are erased. */
export const exportCustomer: CustomersMethod<ExportCustomer> = async ({ customerId }, { store, caller, clients }) => {
  if (!(await store.customers.find(caller.platformId, customerUuid(customerId)))) throw customerNotFound(customerId);
  const exports = await Promise.all(personalDataIn(clients).map((service) => service.exportPerson({ customerId })));
  return { records: exports.flatMap(({ records }) => records) };
};
