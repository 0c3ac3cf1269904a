// GetCustomer: returns a customer, deleted or not.
import type { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { findCustomer } from '../steps/find-customer.ts';
import { showCustomer } from '../steps/show-customer.ts';

export const getCustomer: CustomersMethod<typeof CustomerService.method.getCustomer> = async (request, context) => {
  return showCustomer(await findCustomer(request.customerId, context), context);
};
