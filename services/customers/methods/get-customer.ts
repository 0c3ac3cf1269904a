// GetCustomer: one customer, deleted or not.
import type { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toCustomer } from '../convert.ts';
import { findCustomer } from '../steps/find-customer.ts';

export const getCustomer: CustomersMethod<typeof CustomerService.method.getCustomer> = async (request, context) => {
  return toCustomer(await findCustomer(request.customerId, context));
};
