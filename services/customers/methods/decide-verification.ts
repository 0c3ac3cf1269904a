// DecideVerification: the decision of a reviewer or provider.
import type { VerificationDirectoryService } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { CustomersMethod } from '../context.ts';
import { toVerification } from '../convert.ts';
import type { Applicant } from '../domain/missing-data.ts';
import { decided, type VerificationError } from '../domain/verification.ts';
import { lockCustomer, unknown } from '../steps/find-holder.ts';
import { findVerification } from '../steps/find-verification.ts';
import { platformRules } from '../steps/platform-rules.ts';
import { applicantOf, followVerification, type Submitted } from '../steps/submit.ts';

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
    const applicant = await applicantOf(rows, customer);
    refuseForeign(request.errors, applicant);
    await rows.verifications.update(after);
    return followVerification(rows, context, { verification: after, customer, owners: applicant.owners, platform });
  });
  if (opening) await context.runNow(opening);
  return toVerification(verification);
};

/** Throws INVALID_INPUT for an error that does not refer to the customer, its owners or their documents. */
function refuseForeign(errors: readonly VerificationError[], { customer, owners, documents }: Applicant): void {
  const known = new Set([
    publicId('Customer', customer.id),
    ...owners.map(({ id }) => publicId('BeneficialOwner', id)),
    ...documents.map(({ id }) => publicId('Document', id)),
  ]);
  const foreign = [...errors.keys()].filter((index) => !known.has(errors[index]?.resourceId ?? ''));
  const message = 'must be the customer, an owner of it or a document of theirs';
  if (foreign.length > 0) throw invalidInput(foreign.map((index) => ({ field: `errors.${index}.resourceId`, message })));
}
