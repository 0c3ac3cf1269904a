// HoldCustomer: the provider requests more data. Sends no event.
import { KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { VerificationDirectoryService } from '../../../gen/payments/customers/v1/verification_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { entering } from '../domain/customer.ts';
import { customerUuid } from '../steps/find-customer.ts';
import { lockCustomer } from '../steps/find-holder.ts';

export const holdCustomer: CustomersMethod<typeof VerificationDirectoryService.method.holdCustomer> = async (
  request,
  context,
) => {
  const id = customerUuid(request.customerId);
  await context.store.write(async (rows) => {
    const customer = await lockCustomer(rows, context, id);
    if (customer.status === KycStatus.HOLD) return;
    const after = { ...entering(customer, KycStatus.HOLD), updatedAt: context.clock.now() };
    await rows.customers.update({ before: customer, after });
  });
  return {};
};
