// Writes what a customer typed on the hosted page where it belongs: to the customer, its documents, its owners.
import { CustomerService, UpdateCustomerRequestSchema } from '../../gen/payments/customers/v1/customer_pb.ts';
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { Call, Dispatch } from '../../services/kit/call.ts';
import { clientOf } from '../../services/kit/clients.ts';
import { nested, requestFrom } from './form-json.ts';
import { wantedDocuments } from './kyc-documents.ts';
import { customerFields, ownerFields } from './kyc-fields.ts';
import { ownersToMend } from './kyc-owners.ts';
import { problemsIn } from './page-problems.ts';
import type { Form } from './read-form.ts';
import { saveDocument } from './save-document.ts';
import { addOwner, mendOwner } from './save-owner.ts';

export interface Saving {
  readonly view: HostedVerification;
  readonly form: Form;
  readonly dispatch: Dispatch;
  /** In the name of the customer's platform. */
  readonly call: Call;
}

export interface Saved {
  /** What is wrong, by the names of fields. */
  readonly problems: Map<string, string>;
  /** What was typed and has not become a document or an owner: to be shown again. */
  readonly left: Map<string, string>;
}

/** Each part that is right is saved, whatever is wrong with the others. */
export async function saveForm(saving: Saving): Promise<Saved> {
  const problems = new Map<string, string>();
  const left = new Map(saving.form.values);
  const attempt = async (prefix: string, save: () => Promise<boolean>, names: readonly string[] = []) => {
    try {
      if (await save()) for (const name of names) left.delete(name);
    } catch (error) {
      for (const [name, message] of problemsIn(error)) if (!problems.has(prefix + name)) problems.set(prefix + name, message);
    }
  };
  await attempt('', () => saveCustomer(saving));
  for (const wanted of wantedDocuments(saving.view)) {
    const names = wanted.fields.map(({ name }) => name);
    await attempt(wanted.prefix, () => saveDocument(saving, wanted), names);
  }
  for (const wrong of ownersToMend(saving.view)) {
    const names = wrong.fields.map(({ name }) => name);
    await attempt(wrong.prefix, () => mendOwner(saving, wrong), names);
  }
  const names = ownerFields.map(({ name }) => name);
  await attempt('', () => addOwner(saving), names);
  return { problems, left };
}

async function saveCustomer({ view: { customer }, form, dispatch, call }: Saving): Promise<boolean> {
  const names = customer ? customerFields(customer).map(({ name }) => name) : [];
  const told = nested(names, form.values);
  if (!customer || !told) return false;
  const customerType = customer.kind.case === 'business' ? 'BUSINESS' : 'INDIVIDUAL';
  const request = requestFrom(UpdateCustomerRequestSchema, { customerId: customer.id ?? '', customerType, ...told });
  await clientOf(CustomerService, dispatch)(call).updateCustomer(request);
  return true;
}
