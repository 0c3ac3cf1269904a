// SubmitHostedVerification: submits the customer from the hosted page and uses up the link.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { HostedVerificationService } from '../../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { CustomersContext, CustomersMethod } from '../context.ts';
import { toVerificationError } from '../convert.ts';
import { unverifiedContacts } from '../domain/contacts.ts';
import type { Customer, PlatformRules } from '../domain/customer.ts';
import { isOpen, type KycLink } from '../domain/kyc-link.ts';
import { providerOf } from '../domain/provider-of.ts';
import { isDecided, type VerificationError } from '../domain/verification.ts';
import { personOf } from '../steps/find-customer.ts';
import { findLink } from '../steps/kyc-tokens.ts';
import { platformRules } from '../steps/platform-rules.ts';
import { applicantOf, submit } from '../steps/submit.ts';
import type { CustomersRows } from '../store/store.ts';

type SubmitHostedVerification = typeof HostedVerificationService.method.submitHostedVerification;

/** Customers who are decided, or wait for a decision, are only redirected. */
export const submitHostedVerification: CustomersMethod<SubmitHostedVerification> = async ({ token }, context) => {
  const link = await findLink(token, context);
  const platform = await platformRules(context);
  const { isOver = false, errors = [], opening } = await context.store.write((rows) => finish(rows, context, { link, platform }));
  if (opening) await context.runNow(opening);
  return {
    isOver,
    errors: errors.map(toVerificationError),
    ...(link.redirectUri !== undefined && { redirectUri: link.redirectUri }),
  };
};

interface Finish {
  readonly link: KycLink;
  readonly platform: PlatformRules;
}

interface Finished {
  readonly isOver?: boolean;
  readonly errors?: VerificationError[];
  readonly opening?: NewJob | undefined;
}

async function finish(rows: CustomersRows, context: CustomersContext, { link, platform }: Finish): Promise<Finished> {
  const { caller, clock } = context;
  const customer = await rows.customers.lock(caller.platformId, link.customerId);
  const now = await rows.kycLinks.find(caller.platformId, link.id);
  if (!customer || customer.deletedAt || !now || !isOpen(now, clock.now())) return { isOver: true };
  const isWaiting = isDecided(customer.status) || (await rows.verifications.openOf(personOf(customer))) !== undefined;
  if (!isWaiting) {
    const errors = await problemsOf(rows, context, customer);
    if (errors.length) return { errors };
  }
  await rows.kycLinks.use(link, clock.now());
  if (isWaiting) return {};
  const { opening } = await submit(rows, context, { id: context.operationId, customer, platform, isAssumedComplete: true });
  return { opening };
}

/** Errors that prevent the submission. A lenient provider treats all data as supplied. */
async function problemsOf(rows: CustomersRows, context: CustomersContext, customer: Customer): Promise<VerificationError[]> {
  const provider = providerOf(context.caller.environment);
  if (unverifiedContacts(customer).length) {
    throw fail(ErrorCode.CONFLICT, 'Your e-mail address and phone number must be verified first.', {
      reason: 'CONTACT_NOT_VERIFIED',
    });
  }
  return provider.isLenient ? [] : provider.problemsOf(await applicantOf(rows, customer));
}
