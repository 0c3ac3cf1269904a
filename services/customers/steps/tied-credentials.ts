// The credentials that use a customer's contact, and the request to sign their change.
import type { TiedCredential } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import { CustomerService, type UpdateCustomerRequest } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { identityOf, type Opening } from '../../kit/calls/signed-retry.ts';
import { activityPayload } from '../../kit/core/activity.ts';
import { type Refusal, refusalFrom } from '../../kit/messages/fail.ts';
import type { CustomersContext } from '../context.ts';
import type { NewContact } from '../domain/contact-change.ts';

export interface ContactUse {
  readonly request: UpdateCustomerRequest;
  readonly contact: NewContact;
}

export interface Tied {
  /** Empty: the contact changes without a signature. */
  readonly credentials: readonly TiedCredential[];
  /** Why the credentials cannot have the new contact. Reported to a signed retry only after its signature was verified. */
  readonly refusal?: Refusal;
}

export async function tiedCredentials(context: CustomersContext, { request, contact }: ContactUse): Promise<Tied> {
  try {
    const { customerId } = request;
    return await context.clients.credentials.examineContactChange({ customerId, contact });
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || refusal.status >= 500) throw error;
    return { credentials: [], refusal };
  }
}

/**
 * Any of the wallets can sign. The payload binds the credentials and a digest of the whole update, so that personal data is not stored
 * twice.
 */
export function contactOpening(
  { clock }: CustomersContext,
  { request, contact }: ContactUse,
  credentials: readonly TiedCredential[],
): Opening {
  const accountIds = [...new Set(credentials.map(({ accountId }) => accountId))].sort();
  const { fingerprint } = identityOf(CustomerService.method.updateCustomer, request);
  const payload = activityPayload({
    type: contact.kind.case === 'email' ? 'UPDATE_USER_EMAIL' : 'UPDATE_USER_PHONE_NUMBER',
    accountId: accountIds[0] ?? '',
    parameters: {
      [contact.kind.case]: contact.kind.value,
      credentialIds: credentials.map(({ credentialId }) => credentialId).sort(),
      customerId: request.customerId,
      updateDigest: Buffer.from(fingerprint).toString('hex'),
    },
    at: clock.now(),
  });
  return { accountIds, payload };
}
