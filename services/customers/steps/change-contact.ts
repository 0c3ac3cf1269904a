// A contact and the credentials made of it change together: prepared there, changed here, committed there.
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
  /** The request that was signed for it. */
  readonly claimed: ClaimedRequest;
  /** Writes the update in one transaction, together with what `also` does in it. */
  readonly write: (also: NonNullable<Written['also']>) => Promise<Customer>;
}

/**
 * Whether the change was made is decided by one row here: what has prepared it and not changed it within seconds is cancelled by a
 * job; what has changed it is committed by a job, at once. The credentials cannot refuse what they have prepared.
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

/** What was refused needs no waiting for the job. */
async function giveUp(context: CustomersContext, changeId: string): Promise<void> {
  const { store, clients } = context;
  const end = await store.write((rows) => rows.contactChanges.end(keyOf(context, changeId), 'CANCELLED'));
  if (end === 'CANCELLED') await clients.credentials.cancelContactChange({ changeId });
}

const keyOf = ({ caller: { platformId } }: CustomersContext, id: string) => ({ platformId, id });
const idOf = ({ id }: Customer) => publicId('Customer', id);
