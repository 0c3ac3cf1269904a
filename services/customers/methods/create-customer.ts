// CreateCustomer: creates an individual or a business.
import type { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import type { CustomersContext, CustomersMethod } from '../context.ts';
import { toNewCustomer } from '../convert-request.ts';
import { type Customer, mayHoldAccounts } from '../domain/customer.ts';
import { register } from '../domain/registration.ts';
import { openAccountsJob } from '../steps/account-jobs.ts';
import { platformRules } from '../steps/platform-rules.ts';
import { showCustomer } from '../steps/show-customer.ts';
import { statusEvents } from '../steps/status-event.ts';
import { claimAddress } from '../steps/uma-addresses.ts';

/**
 * The customer has the id of the operation, so that a repeated call finds it. If the customer may have accounts, they are opened before the
 * response.
 */
export const createCustomer: CustomersMethod<typeof CustomerService.method.createCustomer> = async (request, context) => {
  const { operationId: id, caller, clock } = context;
  const { platformId, environment } = caller;
  const platform = await platformRules(context);
  const customer = register(toNewCustomer(request), { id, platformId, environment, platform, now: clock.now() });
  await claimAddress(customer, context);

  const opening = mayHoldAccounts(customer, platform) ? openAccountsJob(context, [customer], 'creation') : undefined;
  const isNew = await context.store.write(async (rows) => {
    if (!(await rows.customers.insert(customer))) return false;
    await rows.outbox.addMany(statusEvents(context, customer));
    if (opening) await rows.jobs.add(opening);
    return true;
  });
  if (opening) await context.runNow(opening);
  return showCustomer(isNew ? customer : await madeBefore(customer, context), context);
};

/** The customer that an earlier run of the operation created. */
async function madeBefore({ platformId, id }: Customer, { store }: CustomersContext): Promise<Customer> {
  const customer = await store.customers.find(platformId, id);
  if (!customer) throw new Error(`The customer ${id} conflicts but does not exist.`);
  return customer;
}
