// UpdateCustomer: changes the given fields, all or none.
import { CustomerService, type UpdateCustomerRequest } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { identityOf, type Signed, signedRetry, toChallenge } from '../../kit/calls/signed-retry.ts';
import type { CustomersContext, CustomersMethod } from '../context.ts';
import { toCustomerChange } from '../convert-request.ts';
import { changedContact } from '../domain/contact-change.ts';
import type { Customer } from '../domain/customer.ts';
import { update } from '../domain/update.ts';
import { changeContact } from '../steps/change-contact.ts';
import { customerNotFound, findCustomer } from '../steps/find-customer.ts';
import { platformRules } from '../steps/platform-rules.ts';
import { showCustomer } from '../steps/show-customer.ts';
import { type ContactUse, contactOpening, tiedCredentials } from '../steps/tied-credentials.ts';
import { claimAddress } from '../steps/uma-addresses.ts';
import { type Written, writeUpdate } from '../steps/write-update.ts';

const desc = CustomerService.method.updateCustomer;

/**
 * The update is decided once before the write, for refusals that require no lock and precede the check of the address. A contact that
 * credentials use changes with them, and only with the signature of a wallet's holder.
 */
export const updateCustomer: CustomersMethod<typeof desc> = async (request, context) => {
  const { caller, clock } = context;
  const customer = await findCustomer(request.customerId, context);
  if (customer.deletedAt) throw customerNotFound(request.customerId);
  const occasion = { environment: caller.environment, platform: await platformRules(context), now: clock.now() };
  const change = toCustomerChange(request);
  const after = update(customer, change, occasion);
  if (request.umaAddress !== undefined) await claimAddress(after, context);

  const contact = changedContact(customer, after);
  const write = (also?: Written['also']) =>
    writeUpdate(context, { customerId: request.customerId, change, occasion, ...(also && { also }) });
  const { challenge, result } = contact
    ? await withCredentials(context, { request, contact, customer, write })
    : { result: await write() };
  if (challenge) return { outcome: { case: 'challenge', value: toChallenge(challenge) } };
  return { outcome: { case: 'customer', value: await showCustomer(result, context) } };
};

interface ContactUpdate extends ContactUse {
  readonly customer: Customer;
  readonly write: (also?: Written['also']) => Promise<Customer>;
}

/** Writes directly if no credential uses the contact. */
async function withCredentials(context: CustomersContext, update: ContactUpdate): Promise<Signed<Customer>> {
  const { request, contact, customer, write } = update;
  const { credentials, refusal } = await tiedCredentials(context, update);
  if (refusal && isUnsigned(request)) throw refusal;
  if (!refusal && credentials.length === 0 && !(await isSigningRequested(request, context))) return { result: await write() };

  return signedRetry(context, {
    desc,
    request,
    open: async () => contactOpening(context, update, credentials),
    run: async (claimed) => {
      if (refusal) throw refusal;
      return changeContact(context, { customer, contact, claimed, write });
    },
  });
}

/** The credentials may have been removed since the request: the signed set has then changed. */
async function isSigningRequested(request: UpdateCustomerRequest, { clients }: CustomersContext): Promise<boolean> {
  const { requestId } = request;
  if (!requestId) return false;
  const { operation } = identityOf(desc, request);
  return (await clients.signedRequests.knowsRequest({ requestId, operation })).isKnown;
}

function isUnsigned({ walletSignature, requestId }: UpdateCustomerRequest): boolean {
  return walletSignature === undefined && requestId === undefined;
}
