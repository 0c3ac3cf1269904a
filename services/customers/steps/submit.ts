// A submission to verification, in the transaction that locks the customer: its result and consequences.
import { KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';
import type { BeneficialOwner } from '../domain/beneficial-owner.ts';
import { type Customer, entering, mayHoldAccounts, type PlatformRules } from '../domain/customer.ts';
import type { Applicant } from '../domain/missing-data.ts';
import { ownerAfter } from '../domain/provider.ts';
import { providerOf } from '../domain/provider-of.ts';
import { customerStatusAfter, type Verification } from '../domain/verification.ts';
import type { CustomersRows } from '../store/store.ts';
import { openAccountsJob } from './account-jobs.ts';
import { personOf } from './find-customer.ts';
import { statusEvents } from './status-event.ts';
import { verificationEvent } from './verification-event.ts';

export interface Submission {
  /** uuid of the new verification. */
  readonly id: string;
  /** Locked, not deleted and not decided. */
  readonly customer: Customer;
  readonly platform: PlatformRules;
  /** Missing data counts as supplied. */
  readonly isAssumedComplete?: boolean;
}

export interface Submitted {
  readonly verification: Verification;
  /** Opens the accounts after an approval. Must run after the commit. */
  readonly opening: NewJob | undefined;
}

/** All data of a customer, for its provider. */
export async function applicantOf(rows: Pick<CustomersRows, 'owners' | 'documents'>, customer: Customer): Promise<Applicant> {
  const owners = await rows.owners.ofCustomers(customer.platformId, [customer.id]);
  const documents = await rows.documents.ofCustomer(personOf(customer));
  return { customer, owners, documents };
}

export async function submit(rows: CustomersRows, context: CustomersContext, submission: Submission): Promise<Submitted> {
  const { id, customer, platform, isAssumedComplete = false } = submission;
  const now = context.clock.now();
  const provider = providerOf(context.caller.environment);
  const applicant = await applicantOf(rows, customer);
  const problems = isAssumedComplete ? [] : provider.problemsOf(applicant);
  const { status, errors, customerStatus } = provider.assess(applicant, problems);
  const documentIds = applicant.documents.map((document) => document.id);
  const { platformId } = customer;
  const verification = { id, platformId, customerId: customer.id, status, errors, documentIds, createdAt: now, updatedAt: now };
  await rows.verifications.insert(verification);
  const { owners } = applicant;
  return followVerification(rows, context, { verification, customer, customerStatus, owners, platform });
}

export interface Outcome {
  readonly verification: Verification;
  readonly customer: Customer;
  /** The status, if it changes before a decision. */
  readonly customerStatus?: KycStatus | undefined;
  readonly owners: readonly BeneficialOwner[];
  readonly platform: PlatformRules;
}

/**
 * The consequences of a verification's new status: for the customer, its owners and its accounts. Both events are numbered by the customer,
 * and that of the verification comes first.
 */
export async function followVerification(rows: CustomersRows, context: CustomersContext, outcome: Outcome): Promise<Submitted> {
  const { verification, customer: before, platform } = outcome;
  const numbered = { ...before, eventCount: before.eventCount + 1n };
  const status = customerStatusAfter(verification.status) ?? outcome.customerStatus ?? before.status;
  const isChanged = status !== before.status;
  const customer = { ...entering(numbered, status), updatedAt: isChanged ? context.clock.now() : before.updatedAt };
  const owners = isChanged ? await decideOwners(rows, context, { owners: outcome.owners, status }) : outcome.owners;
  await rows.customers.update({ before, after: customer });
  await rows.outbox.add(verificationEvent(context, verification, numbered.eventCount));
  if (isChanged) await rows.outbox.addMany(statusEvents(context, customer, owners));
  if (!isChanged || !mayHoldAccounts(customer, platform)) return { verification, opening: undefined };
  const opening = openAccountsJob(context, [customer], verification.id);
  await rows.jobs.add(opening);
  return { verification, opening };
}

interface Decision {
  readonly owners: readonly BeneficialOwner[];
  /** Status of their business. */
  readonly status: KycStatus;
}

async function decideOwners(rows: CustomersRows, context: CustomersContext, { owners, status }: Decision) {
  const provider = providerOf(context.caller.environment);
  const now = context.clock.now();
  const after = owners.map((owner) => {
    const decided = ownerAfter(owner, status, provider);
    return decided.status === owner.status ? owner : { ...decided, updatedAt: now };
  });
  for (const [index, owner] of after.entries()) if (owner !== owners[index]) await rows.owners.update(owner);
  return after;
}
