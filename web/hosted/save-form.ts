// Saves the form of the hosted page: to the customer, its documents, its owners.
import { CustomerService, UpdateCustomerRequestSchema } from '../../gen/payments/customers/v1/customer_pb.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import { nested, requestFrom } from './form-json.ts';
import type { KeptFile } from './kept-files.ts';
import { type RequiredDocument, requiredDocuments } from './kyc-documents.ts';
import { customerFields } from './kyc-fields.ts';
import { newPeople, ownersToMend } from './kyc-owners.ts';
import { type Part, problemsIn } from './page-problems.ts';
import { fileFieldOf, keepChosen, saveDocument } from './save-document.ts';
import { addOwner, mendOwner } from './save-owner.ts';
import type { Saving } from './saving.ts';

export interface Saved {
  /** By field name. */
  readonly problems: Map<string, string>;
  /** Values that did not become a document or an owner. The page shows them again. */
  readonly left: Map<string, string>;
  /** Files of documents that were not saved, by field name. */
  readonly kept: Map<string, KeptFile>;
}

/** Saves each valid part, even if others are invalid. */
export async function saveForm(saving: Saving): Promise<Saved> {
  const { view, form } = saving;
  const saved: Saved = { problems: new Map(), left: new Map(form.values), kept: new Map() };
  const own = { prefix: '', fields: view.customer ? customerFields(view.customer) : [] };
  await attempt(own, saved, () => saveCustomer(saving));
  for (const required of requiredDocuments(view)) {
    if (await attempt(required, saved, () => saveDocument(saving, required))) forget(required, saved);
    else await keepFileOf(required, saved, saving);
  }
  for (const owner of ownersToMend(view)) if (await attempt(owner, saved, () => mendOwner(saving, owner))) forget(owner, saved);
  for (const person of newPeople(view)) if (await attempt(person, saved, () => addOwner(saving, person))) forget(person, saved);
  return saved;
}

/** Whether the part was saved. Its errors are recorded; the first error of a field counts. */
async function attempt(part: Part, { problems }: Saved, save: () => Promise<boolean>): Promise<boolean> {
  try {
    return await save();
  } catch (error) {
    for (const [name, message] of problemsIn(error, part)) if (!problems.has(name)) problems.set(name, message);
    return false;
  }
}

function forget({ fields }: Part, { left }: Saved): void {
  for (const { name } of fields) left.delete(name);
}

/** A refused file must be chosen again. */
async function keepFileOf(required: RequiredDocument, { problems, kept }: Saved, saving: Saving): Promise<void> {
  const name = fileFieldOf(required);
  const file = problems.has(name) ? undefined : await keepChosen(saving, required);
  if (file) kept.set(name, file);
}

async function saveCustomer({ view: { customer }, form, dispatch, checks, call }: Saving): Promise<boolean> {
  const names = customer ? customerFields(customer).map(({ name }) => name) : [];
  const fields = nested(names, form.values);
  if (!customer || !fields) return false;
  const customerType = customer.kind.case === 'business' ? 'BUSINESS' : 'INDIVIDUAL';
  const json = { customerId: customer.id ?? '', customerType, ...fields };
  const request = requestFrom(UpdateCustomerRequestSchema, { json, checks });
  await clientOf(CustomerService, dispatch)(call).updateCustomer(request);
  return true;
}
