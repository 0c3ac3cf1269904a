// UpdateCustomer: changes what the request names, all of it or nothing.
import type { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import type { NewJob } from '../../kit/jobs.ts';
import type { CustomersContext, CustomersMethod } from '../context.ts';
import { toCustomer } from '../convert.ts';
import { type Customer, mayHoldAccounts, type PlatformRules } from '../domain/customer.ts';
import { mayGainAccounts, update } from '../domain/update.ts';
import { openAccountsJob } from '../steps/account-jobs.ts';
import { customerNotFound, findCustomer } from '../steps/find-customer.ts';
import { platformRules } from '../steps/platform-rules.ts';
import { refuseHeldAddress } from '../steps/refuse-held-address.ts';

/**
 * The customer is locked while the change is decided, so that two updates follow one another and none is lost. It is decided once
 * before as well, for the refusals that need no lock and come before the question whether the address is free.
 */
export const updateCustomer: CustomersMethod<typeof CustomerService.method.updateCustomer> = async (request, context) => {
  const { store, caller, clock } = context;
  const found = await findCustomer(request.customerId, context);
  if (found.deletedAt) throw customerNotFound(request.customerId);
  const platform = await platformRules(context);
  const occasion = { environment: caller.environment, platform, now: clock.now() };
  const { umaAddress } = update(found, request, occasion);
  await refuseHeldAddress(umaAddress, context);

  const { customer, opening } = await store.write(async (rows) => {
    const before = await rows.customers.lock(caller.platformId, found.id);
    if (!before || before.deletedAt) throw customerNotFound(request.customerId);
    const after = update(before, request, occasion);
    if (after === before) return { customer: before };
    await rows.customers.update(after);
    const job = openingAfter(context, platform, { before, after });
    if (job) await rows.jobs.add(job);
    return { customer: after, opening: job };
  });
  if (opening) await context.runNow(opening);
  return { outcome: { case: 'customer', value: toCustomer(customer) } };
};

interface Change {
  readonly before: Customer;
  readonly after: Customer;
}

/** The job that opens what the change calls for, if it does. */
function openingAfter(context: CustomersContext, platform: PlatformRules, { before, after }: Change): NewJob | undefined {
  if (!mayHoldAccounts(after, platform) || !mayGainAccounts(before, after)) return undefined;
  return openAccountsJob(context, after, context.operationId);
}
