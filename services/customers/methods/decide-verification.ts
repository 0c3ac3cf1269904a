// DecideVerification: what a person or a provider made of a submission.
import type { VerificationDirectoryService } from '../../../gen/payments/customers/v1/verification_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toVerification } from '../convert.ts';
import { decided } from '../domain/verification.ts';
import { lockCustomer, unknown } from '../steps/find-holder.ts';
import { findVerification } from '../steps/find-verification.ts';
import { platformRules } from '../steps/platform-rules.ts';
import { followVerification, type Submitted } from '../steps/submit.ts';

export const decideVerification: CustomersMethod<typeof VerificationDirectoryService.method.decideVerification> = async (
  request,
  context,
) => {
  const { store, caller, clock } = context;
  const { id, customerId } = await findVerification(request.verificationId, context);
  const platform = await platformRules(context);
  const decision = { status: request.verificationStatus, errors: request.errors };

  const { verification, opening } = await store.write(async (rows): Promise<Submitted> => {
    const customer = await lockCustomer(rows, context, customerId);
    const before = await rows.verifications.find(caller.platformId, id);
    if (!before) throw unknown('Verification', request.verificationId);
    const after = decided(before, decision, clock.now());
    if (after === before) return { verification: before, opening: undefined };
    await rows.verifications.update(after);
    const owners = await rows.owners.ofCustomers([customerId]);
    return followVerification(rows, context, { verification: after, customer, owners, platform });
  });
  if (opening) await context.runNow(opening);
  return toVerification(verification);
};
