// A contact and its credentials change together: prepared in auth, changed here, committed in auth.
import type { ClaimedRequest } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { publicId } from '../../kit/core/ids.ts';
import { refusalFrom } from '../../kit/messages/fail.ts';
import type { CustomersContext } from '../context.ts';
import { changeCancelled, type NewContact, signedCredentialIds } from '../domain/contact-change.ts';
import type { Customer } from '../domain/customer.ts';
import { cancelContactJob, commitContactJob } from './contact-jobs.ts';
import { findCustomer } from './find-customer.ts';
import type { Written } from './write-update.ts';

export interface ContactChange {
  readonly customer: Customer;
  readonly contact: NewContact;
  /** The signed request. */
  readonly claimed: ClaimedRequest;
  /** Writes the update in one transaction, together with the writes of `also`. */
  readonly write: (also: NonNullable<Written['also']>) => Promise<Customer>;
}

/**
 * One row here decides whether the change was applied: a prepared change that is not applied within seconds is cancelled by a job; an
 * applied change is committed by a job immediately. The credentials cannot refuse a prepared change.
 */
export async function changeContact(context: CustomersContext, change: ContactChange): Promise<Customer> {
  const { customer, claimed } = change;
  const changeId = claimed.operationId;
  const cancel = cancelContactJob(context, changeId);
  const state = await context.store.write(async (rows) => {
    await rows.jobs.add(cancel);
    return rows.contactChanges.begin(keyOf(context, changeId), customer.id);
  });
  reached('contact change begun');
  if (state === 'CANCELLED') throw changeCancelled();
  const changed = state === 'BEGUN' ? await prepareAndWrite(context, change) : await findCustomer(idOf(customer), context);
  reached('contact changed');
  await context.runNow(commitContactJob(context, changeId));
  return changed;
}

async function prepareAndWrite(
  context: CustomersContext,
  { customer, contact, claimed, write }: ContactChange,
): Promise<Customer> {
  const changeId = claimed.operationId;
  const credentialIds = signedCredentialIds(claimed.payload);
  try {
    await context.clients.credentials.prepareContactChange({ changeId, customerId: idOf(customer), contact, credentialIds });
    reached('contact change prepared');
    return await write(async (rows) => {
      if ((await rows.contactChanges.end(keyOf(context, changeId), 'CHANGED')) === 'CANCELLED') throw changeCancelled();
      await rows.jobs.add(commitContactJob(context, changeId));
    });
  } catch (error) {
    const refusal = refusalFrom(error);
    if (refusal && refusal.status < 500) await giveUp(context, changeId);
    throw error;
  }
}

/** A refused change need not wait for the job. */
async function giveUp(context: CustomersContext, changeId: string): Promise<void> {
  const { store, clients } = context;
  const end = await store.write((rows) => rows.contactChanges.end(keyOf(context, changeId), 'CANCELLED'));
  if (end === 'CANCELLED') await clients.credentials.cancelContactChange({ changeId });
}

const keyOf = ({ caller: { platformId } }: CustomersContext, id: string) => ({ platformId, id });
const idOf = ({ id }: Customer) => publicId('Customer', id);
