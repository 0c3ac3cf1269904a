// DeleteCustomer: hides a customer and closes its accounts. Its history is kept, its personal data for the configured period.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { CustomersMethod } from '../context.ts';
import { closeAccountsJob, eraseCustomerJob } from '../steps/account-jobs.ts';
import { customerNotFound, customerUuid } from '../steps/find-customer.ts';
import { showCustomer } from '../steps/show-customer.ts';

export const deleteCustomer: CustomersMethod<typeof CustomerService.method.deleteCustomer> = async (request, context) => {
  const { store, caller, clock } = context;
  const id = customerUuid(request.customerId);
  const closing = closeAccountsJob(context, { id });

  const deleted = await store.write(async (rows) => {
    const customer = await rows.customers.lock(caller.platformId, id);
    if (!customer) throw customerNotFound(request.customerId);
    if (customer.deletedAt) throw fail(ErrorCode.CUSTOMER_DELETED, `The customer ${request.customerId} was already deleted.`);
    const now = clock.now();
    const after = { ...customer, updatedAt: now, deletedAt: now };
    await rows.customers.update({ before: customer, after });
    await rows.jobs.addMany([closing, eraseCustomerJob(context, customer)]);
    return after;
  });
  await context.runNow(closing);
  return showCustomer(deleted, context);
};
