// CreateVerification: submits a customer and returns errors.
import type { VerificationService } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { CustomersMethod } from '../context.ts';
import { toVerification } from '../convert.ts';
import { unverifiedContacts } from '../domain/contacts.ts';
import type { Customer } from '../domain/customer.ts';
import { isDecided } from '../domain/verification.ts';
import { customerUuid, personOf } from '../steps/find-customer.ts';
import { findLiveCustomer, lockCustomer } from '../steps/find-holder.ts';
import { platformRules } from '../steps/platform-rules.ts';
import { type Submitted, submit } from '../steps/submit.ts';

/** A customer has at most one open verification. */
export const createVerification: CustomersMethod<typeof VerificationService.method.createVerification> = async (
  request,
  context,
) => {
  const id = customerUuid(request.customerId);
  refuse(await findLiveCustomer(id, context)); // before the platform is read
  const platform = await platformRules(context);

  const { verification, opening } = await context.store.write(async (rows): Promise<Submitted> => {
    const customer = await lockCustomer(rows, context, id);
    refuse(customer);
    const open = await rows.verifications.openOf(personOf(customer));
    if (open) return { verification: open, opening: undefined };
    return submit(rows, context, { id: context.operationId, customer, platform });
  });
  if (opening) await context.runNow(opening);
  return toVerification(verification);
};

function refuse(customer: Customer): void {
  if (isDecided(customer.status)) {
    throw invalidInput([{ field: 'customerId', message: 'is a customer whose verification is already decided' }]);
  }
  const unverified = unverifiedContacts(customer);
  if (unverified.length) throw invalidInput(unverified);
}
