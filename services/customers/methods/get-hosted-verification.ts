// GetHostedVerification: the content of the hosted page for a link.
import type { HostedVerificationService } from '../../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toCustomer, toDocument, toVerificationError } from '../convert.ts';
import { isOpen } from '../domain/kyc-link.ts';
import { objectionsOf } from '../domain/objections.ts';
import { providerOf } from '../domain/provider-of.ts';
import { isDecided, type VerificationError } from '../domain/verification.ts';
import { personOf } from '../steps/find-customer.ts';
import { findLink } from '../steps/kyc-tokens.ts';
import { applicantOf } from '../steps/submit.ts';

type GetHostedVerification = typeof HostedVerificationService.method.getHostedVerification;

export const getHostedVerification: CustomersMethod<GetHostedVerification> = async ({ token }, context) => {
  const { store, caller, clock } = context;
  const link = await findLink(token, context);
  const customer = await store.customers.find(caller.platformId, link.customerId);
  if (!customer || customer.deletedAt || !isOpen(link, clock.now())) return { isOver: true };

  const provider = providerOf(caller.environment);
  const applicant = await applicantOf(store, customer);
  const open = await store.verifications.openOf(personOf(customer));
  const newest = await store.verifications.newestOf(personOf(customer));
  const isSettled = isDecided(customer.status) || open !== undefined || provider.isIndifferent(customer);
  const errors = isSettled ? [] : withObjections(provider.problemsOf(applicant), objectionsOf(newest, applicant));
  return {
    isSettled,
    isLenient: provider.isLenient,
    customer: toCustomer(customer, applicant.owners),
    documents: applicant.documents.map(toDocument),
    errors: errors.map(toVerificationError),
    ...(link.redirectUri !== undefined && { redirectUri: link.redirectUri }),
  };
};

/** Errors that several checks find are reported once. */
function withObjections(problems: readonly VerificationError[], objections: readonly VerificationError[]): VerificationError[] {
  const isSame = (one: VerificationError, other: VerificationError) =>
    one.resourceId === other.resourceId && one.type === other.type && one.field === other.field;
  return [...problems, ...objections.filter((objection) => !problems.some((problem) => isSame(problem, objection)))];
}
